"""Rankings as data, and the look-up tables that are filled from them."""

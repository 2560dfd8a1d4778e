"""Games in which players compare hands: rankings as data, exact engines, simulation."""

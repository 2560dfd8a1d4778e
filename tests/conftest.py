"""What all tests need."""

from __future__ import annotations

import signal

# Started in the background of a script, a process ignores Ctrl-C, and so do its children: tests
# that interrupt a calculation would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

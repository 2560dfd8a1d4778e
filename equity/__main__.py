"""The command line as ``equity`` and ``python -m equity``: what Ctrl-C does from the start on."""

from __future__ import annotations

import os
import sys

__all__ = ["main"]

INTERRUPTED = 130
"""The exit code after Ctrl-C."""


def main() -> None:
    """Run the command line and exit.

    The first Ctrl-C ends the calculation, which is told with what it has; it is not disturbed by a
    second one, often of the same key held down. A third ends the process.
    """
    try:
        _listen()

        from equity.cli.main import main as answer

        answer()
    except KeyboardInterrupt:
        _leave()
    except SystemExit as stopped:
        if stopped.code == INTERRUPTED:
            _leave()
        raise


def _listen() -> None:
    """Take Ctrl-C as :func:`main` says, and warnings as lines on standard error."""
    import signal
    import time
    import warnings
    from _thread import start_new_thread

    presses = 0

    def interrupt(number: int, frame: object) -> None:
        nonlocal presses
        presses += 1
        if presses == 1:
            raise KeyboardInterrupt
        if presses > 2:
            os._exit(INTERRUPTED)

    def again() -> None:
        time.sleep(0.01)
        signal.raise_signal(signal.SIGINT)

    def lost(unraisable: sys.UnraisableHookArgs) -> None:
        """Interrupt again if it came where Python cannot raise, as at the end of an import."""
        nonlocal presses
        if isinstance(unraisable.exc_value, KeyboardInterrupt):
            presses = 0
            start_new_thread(again, ())
        else:
            sys.__unraisablehook__(unraisable)

    warnings.formatwarning = lambda message, *_: f"equity: {message}\n"
    # Not when the shell has it ignored: for a job in the background.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        sys.unraisablehook = lost
        signal.signal(signal.SIGINT, interrupt)


def _leave() -> None:
    """Exit without waiting for what still goes on in other threads."""
    from contextlib import suppress

    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):  # none, or nobody reads it
            stream.flush()
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()

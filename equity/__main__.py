"""The command line as ``equity`` and ``python -m equity``: what Ctrl-C does from the start on."""

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
        import signal
        import warnings

        warnings.formatwarning = lambda message, *_: f"equity: {message}\n"
        presses = 0

        def interrupt(number: int, frame: object) -> None:
            nonlocal presses
            presses += 1
            if presses == 1:
                raise KeyboardInterrupt
            if presses > 2:
                os._exit(INTERRUPTED)

        # Not when the shell has it ignored: for a job in the background.
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, interrupt)

        from equity.cli.main import main as answer

        answer()
    except KeyboardInterrupt:
        _leave()
    except SystemExit as stopped:
        if stopped.code == INTERRUPTED:
            _leave()
        raise


def _leave() -> None:
    """Exit without waiting for what still goes on in other threads."""
    from contextlib import suppress

    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):  # none, or nobody reads it
            stream.flush()
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()

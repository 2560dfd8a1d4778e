"""The command line, and where its console script begins."""

from equity.cli.main import main

__all__ = ["main"]

"""Print the table of ratios: ``python -m benchmarks``."""

from benchmarks.table import main

if __name__ == "__main__":
    main()

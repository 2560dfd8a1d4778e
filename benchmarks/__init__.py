"""Benchmarks, each beside the peers that are installed, and each checking its answer.

``python -m benchmarks`` prints the table of ratios; ``pytest benchmarks -n 0 --benchmark-enable``
runs the same workloads under pytest-benchmark; ``pytest benchmarks`` only checks the answers.
"""

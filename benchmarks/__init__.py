"""What things cost, as ratios within one run: `python -m benchmarks.<name>` prints a table with budgets."""

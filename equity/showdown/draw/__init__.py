"""Games with a draw: the question, its decisions, and the strategies of drawing."""

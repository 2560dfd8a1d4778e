"""Games in which each player settles with a banker: shoes, payoffs, decisions."""

"""What others get of a campaign: a leaderboard, a folder for each team, a scorer of submissions."""

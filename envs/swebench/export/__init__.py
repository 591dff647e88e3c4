"""A finished run in the forms that others read: predictions, trajectories, the leaderboard's folder."""

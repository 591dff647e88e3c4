"""What the forum holds: members, threads, posts, votes and polls, from one seed."""

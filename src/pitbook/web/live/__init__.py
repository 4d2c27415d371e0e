"""The tables while they are played: one projection for each, commands, connections, views and timers."""

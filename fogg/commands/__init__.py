"""One module a subcommand; each has a `command`."""

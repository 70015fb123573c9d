"""`python -m fogg` is the `fogg` command."""

from fogg.command import main

main()

"""What the rules are: the language, its lowerings, the executor and the games written in it."""

"""The commands as a script and as a person meet them."""

"""`python -m camelrules`."""

from camelrules.cli import main

main()

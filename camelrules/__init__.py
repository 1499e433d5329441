"""camelrules: the rules of Camel Up as an executable, provable specification."""

__version__ = "0.1.0"

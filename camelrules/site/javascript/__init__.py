"""The JavaScript back end: one fold over the syntax tree to a plain module, with parameters as runtime values."""

"""One module for each kind of page; each yields `Page`s of plain Markdown, so that the generator can be changed."""

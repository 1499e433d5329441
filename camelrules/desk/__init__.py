"""The editor's desk: a page on this machine with the text, its findings and their games side by side.

`session` holds the texts and sees their changes, `games` searches in the background, `data` says what the page shows,
`security` decides who may ask, and `server` answers.
"""

"""One small bad file for each message about patterns and language files, and the message as golden text."""

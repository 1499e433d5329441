"""One small bad file for each message of the rules language, and the message as golden text."""

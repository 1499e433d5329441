"""The door: everything that comes in from the user, goes out to disk, or runs in another process passes through here.

Size, time, kind and encoding of inputs; writing whole or not at all; workers; escaping for whatever reads our output.
"""

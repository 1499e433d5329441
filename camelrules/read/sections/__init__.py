"""Stage 3, blocks to sentences: each with its concepts, the part of the text it lies in, and its neighbours."""

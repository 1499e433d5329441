"""Stage 1, a document to blocks: typesetting off, tables to sentences, torn lines joined, places kept."""

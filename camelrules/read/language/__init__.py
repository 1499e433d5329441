"""Stage 2, words to concepts: tokens, the words of a language, what is true of concepts, names of a text's own."""

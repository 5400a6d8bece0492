"""Languages: sentences and their translations, the language of this machine, default names of players."""

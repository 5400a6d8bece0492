"""Storage on disk: the journal, matches, state serialization, rescue of damaged files, paths and locks."""

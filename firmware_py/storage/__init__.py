"""What is kept on disk: the journal, matches, states as text, rescue of damaged files, paths, locks."""

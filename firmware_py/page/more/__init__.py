"""What is behind the tabs of the page: history, charts, results, people, a new match, owner data, backup, rules.

`MoreRoutes` and `BackupRoutes` have the routes; the other modules make what they answer with. They read the newest
snapshot, or ask the program's thread.

Callers: `page.app`.
"""

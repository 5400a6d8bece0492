"""The club server: all tables on one wall, a league, a roster.

It is a subscriber of the broker like any other. `subscriber` listens, `messages` reads what boxes say, `store`
keeps the results, `club` knows the tables; `league` computes the table and the ratings, `exports` and `imports`
exchange results with others. `app` and `server` serve the pages in `static/`.
"""

// The pages of a club: one document, and a view for each address.

import { byId, findAll } from "./dom.js";
import { listen } from "./feed.js";
import { loadWords, word } from "./words.js";
import { showLeague } from "./league.js";
import { showPlayer } from "./player.js";
import { showPlayers } from "./players.js";
import { showWall } from "./wall.js";

/** @type {Record<string, ClubView>} */
const VIEWS = { "/": showWall, "/league": showLeague, "/player": showPlayer, "/players": showPlayers };
/** @type {Record<string, string>} */
const PAGES = { "/": "wall", "/league": "league", "/player": "league", "/players": "players" };

/** Show how old the news is, or that there is no broker. @param {number | null} seconds @param {ClubState} state */
function showFreshness(seconds, state) {
  const isStale = seconds !== null || !state.club.is_connected;
  document.body.classList.toggle("is-stale", isStale);
  byId("fresh-text").textContent = isStale ? "" : word("club.live");
  const stale = byId("stale");
  stale.hidden = !isStale;
  stale.textContent = seconds === null ? word("club.no-broker") : word("club.no-server", { seconds });
}

async function begin() {
  await loadWords();
  const path = location.pathname in VIEWS ? location.pathname : "/";
  document.body.classList.toggle("on-wall", path === "/");
  document.title = `Sideline · ${word(`club.${PAGES[path]}`)}`;
  for (const link of findAll(document, ".club-tabs a")) {
    if (link.dataset.page === PAGES[path]) link.setAttribute("aria-current", "page");
  }
  /** @type {ClubState} */
  const state = { tables: {}, me: { is_paired: false, token: null }, club: { is_connected: true, results: 0, ignored: 0, now: 0 }, ahead: 0 };
  const update = VIEWS[path](byId("main"), state);
  /** @type {number | null} */
  let age = null;
  const feed = listen(
    (changes) => {
      for (const [name, value] of Object.entries(changes)) {
        if (name.startsWith("table-")) state.tables[name] = /** @type {ClubTable} */ (/** @type {unknown} */ (value));
        else if (name === "me") state.me = /** @type {ClubMe} */ (/** @type {unknown} */ (value));
        else if (name === "club") {
          state.club = /** @type {ClubFacts} */ (/** @type {unknown} */ (value));
          state.ahead = state.club.now - Date.now() / 1000;
        }
      }
      showFreshness(age, state);
      update();
    },
    (seconds) => {
      age = seconds;
      showFreshness(age, state);
    },
  );
  state.reconnect = feed.reconnect;
  document.body.classList.remove("is-loading");
}

void begin();

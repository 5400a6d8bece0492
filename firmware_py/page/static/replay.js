// Plays a match again, inside the file that page/more/replay.py writes. It imports nothing: the file stands alone.

const STEP_MS = 1_100;
/** @type {(id: string) => HTMLElement} */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const slider = /** @type {HTMLInputElement} */ (element("moment"));
/** @type {Replay} */
let { moments, elements } = { moments: [], elements: [] };
let timer = 0;

/** Return what the file holds. @returns {Promise<Replay>} */
async function unpack() {
  const bytes = Uint8Array.from(atob(element("moments").textContent ?? ""), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

/** @param {number} place */
function show(place) {
  const at = Math.min(Math.max(place, 0), moments.length - 1);
  const { svg, text, seats } = moments[at];
  slider.value = String(at);
  const drawing = new DOMParser().parseFromString(svg.map((number) => elements[number]).join(""), "text/html");
  element("board").replaceChildren(...drawing.querySelectorAll("body > svg"));
  element("said").textContent = `${at} / ${moments.length - 1} ${text}`;
  element("seats").replaceChildren(...seats.map(({ mark, name, points, is_winner: isWinner }) => {
    const row = document.createElement("li");
    row.className = `seat-${mark}`;
    row.textContent = `${isWinner ? "★ " : ""}${name} ${points}`;
    return row;
  }));
  if (at === moments.length - 1) stop();
}

function stop() {
  clearInterval(timer);
  timer = 0;
  element("play").setAttribute("aria-pressed", "false");
}

function playOrStop() {
  if (timer !== 0) return stop();
  if (Number(slider.value) === moments.length - 1) show(0);
  element("play").setAttribute("aria-pressed", "true");
  timer = setInterval(() => show(Number(slider.value) + 1), STEP_MS);
}

/** @param {Replay} unpacked */
function begin(unpacked) {
  ({ moments, elements } = unpacked);
  slider.max = String(moments.length - 1);
  slider.addEventListener("input", () => show(Number(slider.value)));
  element("before").addEventListener("click", () => show(Number(slider.value) - 1));
  element("after").addEventListener("click", () => show(Number(slider.value) + 1));
  element("play").addEventListener("click", playOrStop);
  show(0);
}

unpack().then(begin).catch(() => (element("too-old").hidden = false));

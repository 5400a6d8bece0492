// A photo of the table: taken with this device, made smaller here, sent to the box, and shown with what the box has read.

import { find, loadStyle, make, makeButton, makeSvg, setContents, targetOf } from "./dom.js";
import { refusalOf, request } from "./http.js";
import { word } from "./words.js";

const LONG_SIDE = 2048;
const QUALITY = 0.85;
const SEND_MS = 90_000;
const SIGNS = { read: "", unsure: "?", differs: "≠" };

/** Let somebody take a photo. @param {{ send: Send, token: () => string | null | undefined }} tools */
export async function photograph(tools) {
  await loadStyle("photo.css");
  const file = make("input", { type: "file", accept: "image/*", capture: "environment", hidden: true, onchange: () => {
    const chosen = file.files?.[0];
    file.remove();
    if (chosen) show(chosen, tools);
  } });
  document.body.append(file); // some browsers open no camera for what is not in the page
  file.click();
}

/** Return a photo upright and not larger than the box reads; drawing it again leaves out where and when it was taken. @param {Blob} file */
async function scaled(file) {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, LONG_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = make("canvas", { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) });
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  /** @type {Blob | null} */
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  if (!blob) throw new Error(word("page.photo-not-sent"));
  return { canvas, blob };
}

/** Show a photo and what the box says of it. @param {Blob} file @param {{ send: Send, token: () => string | null | undefined }} tools */
async function show(file, { send, token }) {
  const said = make("div", { class: "photo-said", role: "status" });
  const over = makeSvg("svg", { class: "photo-spots", "aria-hidden": "true" });
  const stage = make("div", { class: "photo-stage" });
  const does = make("p", { class: "row" });
  const dialog = make("dialog", { class: "photo", "aria-label": word("page.photo-name"), onclose: () => dialog.remove() }, stage, said, does);
  /** @type {[number, number][]} */
  let taps = [];
  /** @type {string[]} */
  let asked = [];
  /** @type {Blob | null} */
  let photo = null;

  const close = () => makeButton("big", "photo-close", () => dialog.close(), word("page.photo-close"));
  const again = () => makeButton("big", "photo-again", () => {
    dialog.close();
    photograph({ send, token });
  }, word("page.photo-again"));

  /** @param {string} why */
  function fail(why) {
    setContents(said, make("p", { class: "why" }, why));
    setContents(does, again(), close());
  }

  function askTap() {
    setContents(said, make("p", { class: "lead" }, word("page.photo-tap", { place: asked[taps.length] ?? "", number: taps.length + 1, count: asked.length })));
    setContents(does, close());
  }

  /** @param {string[]} places */
  function teach(places) {
    asked = places;
    taps = [];
    draw([]);
    askTap();
  }

  /** @param {MouseEvent} event */
  function tap(event) {
    if (taps.length >= asked.length || !targetOf(event)) return;
    const { left, top, width, height } = stage.getBoundingClientRect();
    taps.push([(event.clientX - left) / width, (event.clientY - top) / height]);
    draw(taps.map(([x, y], at) => ({ place: String(at), kind: "read", piece: String(at + 1), x, y })));
    if (taps.length < asked.length) askTap();
    else look();
  }

  /** @param {PhotoAnswer["spots"]} spots */
  function draw(spots) {
    setContents(over, spots.map(({ kind, piece, x, y }) => makeSvg("g", { class: `spot is-${kind}`, transform: `translate(${x * 1000} ${y * 1000 / ratio()})` },
      makeSvg("circle", { r: 20 }), makeSvg("text", { dy: 9 }, SIGNS[kind] || piece))));
  }

  /** @param {PhotoAnswer} answer */
  function tell(answer) {
    draw(answer.spots);
    setContents(said,
      make("h2", { tabindex: "-1" }, answer.rule && make("span", { class: "rule" }, answer.rule), answer.title),
      answer.lines.map((line) => make("p", {}, line)));
    setContents(does,
      answer.answers.map(({ label, acts }) => makeButton("big accent", `seen ${acts}`, () => {
        send({ do: "enter-seen", acts, count: answer.acts });
        dialog.close();
      }, label)),
      answer.answers.length > 0 ? makeButton("big", "photo-close", () => dialog.close(), word("page.photo-none")) : [again(), close()]);
    find(said, "h2")?.focus();
    if (answer.must_tap) teach(answer.taps);
    else if (answer.taps.length > 0) does.append(makeButton("small quiet", "photo-teach", () => teach(answer.taps), word("page.photo-teach")));
  }

  async function look() {
    if (!photo) return;
    setContents(said, make("p", { class: "lead" }, word("page.photo-looks")));
    setContents(does);
    asked = [];
    const where = taps.map((pair) => pair.map((part) => part.toFixed(4)).join()).join(";");
    try {
      const answer = await request(`/photo${where && `?taps=${encodeURIComponent(where)}`}`, { body: photo, token: token(), timeout: SEND_MS });
      if (answer.ok) tell(await answer.json());
      else fail((await refusalOf(answer)).why ?? word("page.photo-not-sent"));
    } catch {
      fail(word("page.photo-not-sent"));
    }
  }

  const ratio = () => Number(stage.dataset.ratio);
  document.body.append(dialog);
  dialog.showModal();
  try {
    const { canvas, blob } = await scaled(file);
    photo = blob;
    stage.dataset.ratio = String(canvas.width / canvas.height);
    stage.style.setProperty("--ratio", stage.dataset.ratio);
    over.setAttribute("viewBox", `0 0 1000 ${1000 / ratio()}`);
    setContents(stage, canvas, over);
    stage.addEventListener("click", tap);
    await look();
  } catch {
    fail(word("page.photo-not-sent"));
  }
}

/** Show the pictures from before and after an act. @type {(place: number, text: string, pictures: string[]) => Promise<void>} */
export async function lookAgain(place, text, pictures) {
  await loadStyle("photo.css");
  const shown = pictures.map((which) => make("figure", {},
    make("img", { src: `/seen/${place}/${which}`, alt: word(`page.picture-${which}`) }), make("figcaption", {}, word(`page.picture-${which}`))));
  const dialog = make("dialog", { class: "photo", "aria-label": word("page.look-again"), onclose: () => dialog.remove() },
    make("h2", {}, text), make("div", { class: "around" }, shown),
    make("p", { class: "row" }, makeButton("big", "photo-close", () => dialog.close(), word("page.photo-close"))));
  document.body.append(dialog);
  dialog.showModal();
}

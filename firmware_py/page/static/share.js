// A result as a picture and as a text, made in the browser.

import { make, makeSvg, parseSvg, storage } from "./dom.js";

const WIDTH = 1080;
const TOP = 250;
const ROW = 112;
const BOARD_WIDTH = 960;
const MOST_BOARD_HEIGHT = 1600;

/** Return a letter size at which a text fits. @param {string} text @param {number} room @param {number} most */
const sizeOf = (text, room, most) => Math.min(most, room / (0.6 * Math.max(text.length, 1)));

/** Return the seats by rank: the winners first, then those with more points. @param {Seat[]} seats */
export const ranked = (seats) => {
  /** @param {Seat} seat */
  const value = ({ points, is_winner: isWinner }) => Number(points.replace("−", "-")) + (isWinner ? 1e6 : 0);
  return [...seats].sort((one, other) => value(other) - value(one));
};

/** Return the drawing of the board, and its height. @param {string} svg @param {number} y @returns {[SVGElement, number]} */
function boardAt(svg, y) {
  const board = parseSvg(svg);
  const viewBox = board.getAttribute("viewBox") ?? "0 0 1 0";
  const [, , width, height] = viewBox.split(" ").map(Number);
  const room = Math.min((BOARD_WIDTH * height) / width, MOST_BOARD_HEIGHT);
  board.classList.add(`show-${storage.get("side", "x")}`);
  return [makeSvg("svg", { x: 60, y, width: BOARD_WIDTH, height: room, viewBox }, board), room];
}

/** Return the rules of all style sheets of the page, which colour the drawing. */
const styles = () => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText).join("\n");

/** Draw a result with the final board. @param {string} title @param {string} line @param {Pick<Game, "seats" | "points" | "svg">} game */
export function drawResult(title, line, { seats, points, svg }) {
  const style = getComputedStyle(document.documentElement);
  /** @param {string} name */
  const colour = (name) => style.getPropertyValue(`--${name}`).trim() || "#000";
  const [board, room] = boardAt(svg, TOP + seats.length * ROW + 20);
  const height = TOP + seats.length * ROW + 20 + room + 90;
  /** @type {(text: string, x: number, y: number, size: number, more?: Record<string, Attribute>) => SVGElement} */
  const text = (said, x, y, size, more = {}) => makeSvg("text", { x, y, "font-size": size, "font-family": "sans-serif", fill: colour("ink"), ...more }, said);
  return makeSvg("svg", { xmlns: "http://www.w3.org/2000/svg", width: WIDTH, height, viewBox: `0 0 ${WIDTH} ${height}` },
    makeSvg("style", {}, styles()),
    makeSvg("rect", { width: WIDTH, height, fill: colour("paper") }),
    text(title, 60, 90, sizeOf(title, 960, 40), { fill: colour("muted") }),
    text(line, 60, 180, sizeOf(line, 960, 64), { "font-weight": 700 }),
    ranked(seats).map(({ mark, name, points: count, is_winner: isWinner }, at) => {
      const y = TOP + at * ROW;
      return [
        makeSvg("rect", { x: 60, y, width: 960, height: 92, rx: 18, fill: colour("card"), stroke: colour(isWinner ? "accent" : "line"), "stroke-width": isWinner ? 6 : 2 }),
        makeSvg("circle", { cx: 116, cy: y + 46, r: 26, fill: colour(`seat-${mark}`) }),
        text(`${isWinner ? "★ " : ""}${name}`, 164, y + 61, sizeOf(name, 600, 44)),
        text(count, 990, y + 63, 48, { "text-anchor": "end", "font-weight": 700 }),
      ];
    }),
    board,
    text(`${points} · Sideline`, 60, height - 36, 28, { fill: colour("muted") }));
}

/** Make a PNG of the result; hand it to another app, or save it. @type {(title: string, line: string, game: Game) => Promise<void>} */
export async function sharePicture(title, line, game) {
  const svg = drawResult(title, line, game);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  const canvas = make("canvas", { width: image.width, height: image.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  /** @type {Blob | null} */
  const blob = await new Promise((resolve) => canvas.toBlob(resolve));
  if (blob === null) return;
  const file = new File([blob], `sideline-${game.number}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch(() => {}); // closed without sharing
    return;
  }
  const address = URL.createObjectURL(file);
  make("a", { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Put a text on the clipboard; return the key of what to say then. Over plain HTTP only the old way is there. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return "page.copied";
  } catch {
    const area = make("textarea", { class: "unseen", "aria-hidden": "true" }, text);
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    return isCopied ? "page.copied" : "page.refused";
  }
}

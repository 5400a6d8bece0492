// Which parts of a drawing the question asks for, and where an arrow key leads. Nothing here touches the page.

const ASIDE = 2.5; // how much further something counts that lies beside the way of an arrow

/** The direction of each arrow key, to the right and down. @type {Record<string, [number, number]>} */
export const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Return the answers in a `data-tap`: "spot:A3 choice:YDM" has two. @param {string | undefined} taps */
export const tokensOf = (taps) => (taps ?? "").split(/\s+/).filter(Boolean);

/** Return what an answer is about: "A3" of "spot:A3". @param {string} token */
const valueOf = (token) => token.slice(token.indexOf(":") + 1);

/** Return a function that says which marks a part of the drawing has, given its answers. @param {Ask | null} ask */
export function makeMarker(ask) {
  const hollow = new Map(Object.entries(ask?.taps ?? {}));
  const now = new Set((ask?.options ?? []).map(({ tap }) => tap));
  const cursor = ask?.options[ask.cursor]?.tap;
  const marked = new Set(ask?.notice?.marked ?? []);
  const chosen = new Set(ask?.chosen ?? []);

  /** @param {string[]} tokens */
  return (tokens) => {
    const known = tokens.filter((token) => hollow.has(token));
    const first = known.filter((token) => now.has(token));
    const asked = first.length > 0 ? first : known; // what answers this question counts before what answers a later one
    return {
      asked: asked.length > 0,
      hollow: asked.length > 0 && asked.every((token) => hollow.get(token)),
      ahead: asked.length > 0 && !asked.some((token) => now.has(token)),
      cursor: cursor !== undefined && tokens.includes(cursor),
      marked: tokens.some((token) => marked.has(valueOf(token))),
      chosen: tokens.some((token) => chosen.has(token)),
    };
  };
}

/** Return the middle of a rectangle. @param {Rectangle} box */
const middleOf = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

/**
 * Return the index of the rectangle that lies nearest in a direction; -1 if none does.
 * @param {Rectangle[]} boxes
 * @param {Rectangle} from
 * @param {[number, number]} direction
 */
export function nearest(boxes, from, [dx, dy]) {
  const [x, y] = middleOf(from);
  const distances = boxes.map((box) => {
    const [toX, toY] = middleOf(box);
    const ahead = (toX - x) * dx + (toY - y) * dy;
    const beside = Math.abs((toX - x) * dy) + Math.abs((toY - y) * dx);
    return ahead > 1 ? ahead + beside * ASIDE : Infinity;
  });
  const least = Math.min(...distances);
  return least < Infinity ? distances.indexOf(least) : -1;
}

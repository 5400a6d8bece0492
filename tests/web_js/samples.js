// Values as the server sends them, for tests that change only what they are about.

export const ask = (changes = {}) => ({
  id: 7, title: "Anna", text: "Where?", shape: "list", options: [], cursor: 0, answered: [], chosen: [],
  taps: {}, grid: null, quick: [], longest: 15, is_first: true, can_back: false, can_hint: false, news: "", is_for_box: false, notice: null, ...changes,
});

export const option = (tap, changes = {}) => ({ label: tap, tap, is_hollow: false, ...changes });

export const notice = (changes = {}) => ({
  title: "Refused", lines: ["Because.", "Try A3."], is_refusal: true, rule: "ID-1", yes: "OK", no: null, marked: [], allowed: [], can_insist: false, ...changes,
});

/** Show which text is asked for, with its values: "page.x card=2". */
export const words = (key, values = {}) => [key, ...Object.entries(values).map(([name, value]) => `${name}=${value}`)].join(" ");

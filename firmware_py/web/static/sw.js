// Makes the page installable. Nothing is kept here: the page is worth nothing without its box.

addEventListener("fetch", () => {});

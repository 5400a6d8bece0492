// Makes the page installable. It keeps nothing.

addEventListener("fetch", () => {});

// The button of the score sheet.

document.querySelector(".print button")?.addEventListener("click", () => print());

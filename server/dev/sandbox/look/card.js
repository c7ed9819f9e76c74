const field = (id) => document.getElementById(id);
const group = (text) => {
  const digits = text.replace(/\D/g, "").slice(0, 19);
  return digits.startsWith("3")
    ? digits.replace(/^(.{4})(.{1,6})?(.*)$/, (_, a, b, c) => [a, b, c].filter(Boolean).join(" "))
    : digits.replace(/(.{4})(?=.)/g, "$1 ");
};
field("card_number")?.addEventListener("input", (e) => {
  if (e.target.selectionStart === e.target.value.length) e.target.value = group(e.target.value);
});
field("expiry")?.addEventListener("input", (e) => {
  if (e.inputType === "insertText" && /^\d{2}$/.test(e.target.value)) e.target.value += "/";
});
for (const button of document.querySelectorAll("[data-number]")) {
  button.addEventListener("click", () => {
    field("card_number").value = button.dataset.number;
    field("expiry").value = "12/" + document.querySelector("[data-year]").dataset.year;
    field("cvv").value = button.dataset.cvv;
    field("name").value = "Test Buyer";
    const pay = document.querySelector(".primary");
    pay.focus({ preventScroll: true });
    pay.scrollIntoView({ block: "center" });
  });
}
field("alert")?.focus();

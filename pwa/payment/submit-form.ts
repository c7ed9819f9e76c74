/** Submits the provider's form and so leaves for its card page. No page of the app ever sees card data. */
export function submitForm({ url, fields }: { url: string; fields: Record<string, string> }): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = url;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    form.append(input);
  }
  document.body.append(form);
  // A field named "submit" would hide the form's own method.
  HTMLFormElement.prototype.submit.call(form);
}

// Stands for the app on a page that the server has sent as visitors see it (server/platform/web/titled.go). It loads the app when that page
// is on the screen, so that its styles and letters are not held up by code, and takes over to the app's page what was begun on this one.
(() => {
  const { app, code } = document.currentScript.dataset;
  const root = document.getElementById("root");
  const [sent] = root.children;
  let focused = null;
  let pressed = null;

  const add = (tag, attributes) => document.head.prepend(Object.assign(document.createElement(tag), attributes));
  const load = () => {
    for (const href of code.split(" ")) add("link", { rel: "modulepreload", crossOrigin: "", href });
    add("script", { type: "module", crossOrigin: "", src: app });
  };
  if (document.hidden) load();
  else requestAnimationFrame(() => setTimeout(load));

  // The router gives `usr` to the page, and the sign-in page begins with the address in it.
  const typed = ({ target }) => history.replaceState({ ...history.state, usr: { [target.name]: target.value } }, "");
  const arrived = ({ target }) => {
    focused = target;
  };
  // Not at once: what is taken off the page together with its focus has not been left.
  const left = () => setTimeout(() => document.activeElement === document.body && (focused = null));
  // The last button alone. A link goes where it leads, and Enter in a field presses its form's button.
  const press = ({ target }) => {
    pressed = target.closest("button") ?? pressed;
  };
  const begun = new AbortController();
  const { signal } = begun;
  root.addEventListener("input", typed, { signal });
  root.addEventListener("click", press, { signal });
  root.addEventListener("focusin", arrived, { signal });
  root.addEventListener("focusout", left, { signal });
  new MutationObserver((_, watch) => {
    if (sent.isConnected) return;
    watch.disconnect();
    begun.abort();
    if (focused?.name) root.querySelector(`[name="${focused.name}"]`)?.focus();
    const same = (button) => button.textContent === pressed.textContent && button.ariaLabel === pressed.ariaLabel;
    if (pressed) [...root.querySelectorAll("button")].find(same)?.click();
  }).observe(root, { childList: true });
})();

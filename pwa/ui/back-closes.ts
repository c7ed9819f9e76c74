// A sheet must close by the back gesture without leaving the page. While any sheet is open, one extra history entry, marked
// `sheet`, lies on top; going back drops it and closes the topmost sheet. A marked entry that navigation left behind is
// skipped on the way back.
const steps = typeof window === "undefined" ? undefined : window.history;
const open: (() => void)[] = [];
let settling = false;
let leaving = false;

const marked = () => steps?.state?.sheet === true;

function settle() {
  settling = false;
  if (open.length > 0 && !marked()) steps?.pushState({ ...steps.state, sheet: true }, "");
  else if (open.length === 0 && marked()) {
    leaving = true;
    steps?.back();
  }
}

// Later, so that one sheet replacing another, or a close followed by a navigation, counts as one change.
function settleSoon() {
  if (settling) return;
  settling = true;
  setTimeout(settle);
}

function wentBack() {
  // Our own step back, taken after the last sheet closed, says nothing about one that opened meanwhile.
  if (!leaving && open.length > 0 && !marked()) open.at(-1)?.();
  leaving = false;
  settleSoon();
}

if (typeof window !== "undefined") {
  if (marked()) steps?.replaceState({ ...steps.state, sheet: undefined }, "");
  window.addEventListener("popstate", wentBack);
}

/** Makes "back" call `close`, until the returned function is called. */
export function backCloses(close: () => void): () => void {
  open.push(close);
  settleSoon();
  return () => {
    const at = open.lastIndexOf(close);
    if (at >= 0) open.splice(at, 1);
    settleSoon();
  };
}

/** Closes every open sheet, topmost first. Every navigation calls it. */
export function closeAll() {
  for (const close of [...open].reverse()) close();
}

/** Whether this sheet is the topmost one. Only that one reacts to Escape. */
export const onTop = (close: () => void) => open.at(-1) === close;

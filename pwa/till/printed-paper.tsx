import { createPortal } from "react-dom";
import { usePaper } from "#pwa/till/print";
import "#pwa/till/paper.css";

/** What is being printed: visible on paper alone. */
export function PrintedPaper() {
  const sheet = usePaper(({ sheet: one }) => one);
  return sheet ? createPortal(<div className="paper">{sheet}</div>, document.body) : null;
}

import { createRoot } from "react-dom/client";
import { isPuzzle, solve } from "#pwa/offline/proof-of-work/puzzle";
import { WorkNotice } from "#pwa/offline/proof-of-work/work-notice";

/** The words at the end stay so long, ms, that they are read out. */
const lingers = 3000;

/** Takes the notice away that still stands from the last time. */
let leaveLast: (() => void) | undefined;

/**
 * Does the work that a refusal asks for and shows meanwhile how far it is, outside of the page's own tree: whichever form is held by
 * it stays as it is. Resolves with the proof, or undefined when the refusal asks for nothing that this browser can do.
 */
export async function prove(asked: unknown): Promise<string | undefined> {
  if (!isPuzzle(asked) || !globalThis.crypto?.subtle) return undefined;
  leaveLast?.();
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const leave = () => {
    if (!place.isConnected) return;
    place.remove();
    root.unmount();
  };
  leaveLast = leave;
  try {
    const proof = await solve(asked, (done) => root.render(<WorkNotice done={done} />));
    root.render(<WorkNotice done={1} />);
    return proof;
  } finally {
    setTimeout(leave, lingers);
  }
}

import { createRoot } from "react-dom/client";
import { isRiddle, solve } from "#pwa/offline/work/riddle";
import { WorkNotice } from "#pwa/offline/work/work-notice";

/** The words at the end stay so long, ms, that they are read out. */
const lingers = 3000;

/**
 * Does the work that a refusal asks for and shows meanwhile how far it is, outside of the page's own tree: whichever form is held by
 * it stays as it is. Resolves with the proof, or undefined when the refusal asks for nothing that this browser can do.
 */
export async function prove(asked: unknown): Promise<string | undefined> {
  if (!isRiddle(asked) || !globalThis.crypto?.subtle) return undefined;
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const leave = () => {
    root.unmount();
    place.remove();
  };
  try {
    const proof = await solve(asked, (done) => root.render(<WorkNotice done={done} />));
    root.render(<WorkNotice done={1} />);
    return proof;
  } finally {
    setTimeout(leave, lingers);
  }
}

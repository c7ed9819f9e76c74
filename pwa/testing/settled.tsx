import { useEffect } from "react";
import { createRoot } from "react-dom/client";

const Last = ({ then }: { then: () => void }) => {
  useEffect(then, [then]);
  return null;
};
const root = typeof document === "undefined" ? null : createRoot(document.createElement("div"));

/**
 * Ends when React has done what came before: effects of earlier commits run before a later render. A wait would otherwise
 * end a moment before the effects of what it found, such as the focus that goes there, and a slow machine sees that moment.
 */
export async function settled(): Promise<void> {
  if (root) await new Promise<void>((then) => root.render(<Last then={then} />));
}

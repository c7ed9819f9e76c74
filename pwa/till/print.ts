import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { create } from "zustand";

/** What is being printed. */
export const usePaper = create<{ sheet: ReactNode }>(() => ({ sheet: null }));

/** Prints something on the roll of 80 mm. Over when the browser's own question is. */
export function print(sheet: ReactNode): void {
  flushSync(() => usePaper.setState({ sheet }));
  window.print();
}

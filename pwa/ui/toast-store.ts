import { create } from "zustand";

export type ToastKind = "success" | "error" | "info" | "warning";
type ToastAction = { label: string; onPress: () => void };
type More = { text?: string; action?: ToastAction /** Beside the action. */; also?: ToastAction };
export type Toast = More & { id: number; kind: ToastKind; title: string /** When it was shown, ms. */; at: number };

/** A toast this young when the page changes is about the change: "Signed out" and the page after it come together. */
const withThePage = 1000;

/** How long a toast stays, stays on after hover, and fades in and out, in milliseconds. */
export const timing = { shown: 5000, afterHover: 1000, fadeIn: 300, fadeOut: 1000 };

/** What is on the screen, newest first. */
export const useToasts = create<{ toasts: Toast[] }>()(() => ({ toasts: [] }));

let last = 0;

function show(kind: ToastKind, title: string, more: More = {}): number {
  last += 1;
  const toast = { id: last, kind, title, at: Date.now(), ...more };
  useToasts.setState(({ toasts }) => ({
    // The same words again take the place of the older ones instead of piling up.
    toasts: [toast, ...toasts.filter((old) => old.kind !== kind || old.title !== title || old.text !== more.text)],
  }));
  return last;
}

/** Says something in passing, from anywhere. Each answers with an id for `dismiss`. */
export const toasts = {
  success: (title: string, more?: More) => show("success", title, more),
  error: (title: string, more?: More) => show("error", title, more),
  info: (title: string, more?: More) => show("info", title, more),
  warning: (title: string, more?: More) => show("warning", title, more),
  /** The page that they were about is left. */
  leavePage: () =>
    useToasts.setState(({ toasts }) => ({ toasts: toasts.filter(({ at }) => Date.now() - at < withThePage) })),
  dismiss: (id: number) => useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) })),
};

// What of a browser's page the engine needs, without drawing anything: events, cookies, local storage.
import { vi } from "vitest";

/** Empties a page that draws: it keeps nothing but the server's cookie and has a network, which the answer can take away. */
export function emptyPage() {
  sessionStorage.clear();
  localStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = "XSRF-TOKEN=t";
  return vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
}

/** Puts a page in place, with what an earlier page left in storage. */
export function pageOf(kept: Record<string, string> = {}) {
  const storage = new Map(Object.entries(kept));
  const cookies = new Map<string, string>();
  const document = Object.assign(new EventTarget(), { visibilityState: "visible", cookie: "" });
  Object.defineProperty(document, "cookie", {
    get: () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    set: (line: string) => {
      const [pair = "", ...rest] = line.split(";");
      const [name = "", value = ""] = pair.split("=");
      if (rest.some((part) => part.includes("1970"))) cookies.delete(name.trim());
      else cookies.set(name.trim(), value);
    },
  });
  document.cookie = "XSRF-TOKEN=t";
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("document", document);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
  return { storage, cookies, document, window };
}

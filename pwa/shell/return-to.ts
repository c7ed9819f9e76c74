const here = () => (typeof location === "undefined" ? "http://localhost" : location.origin);

/** The path to go back to, when it is one of ours; anything that could lead to another site becomes the fallback. */
export function safePath(path: string | null | undefined, fallback = "/dashboard/home"): string {
  if (!path?.startsWith("/") || path.startsWith("//") || path.includes("\\")) return fallback;
  try {
    const url = new URL(path, here());
    if (url.origin !== here() || url.pathname === "/login") return fallback;
    const found = url.pathname + url.search + url.hash;
    return found.startsWith("//") ? fallback : found; // "/.//evil.example" is one of ours only until it is read again
  } catch {
    return fallback;
  }
}

/** The login page, with the path to return to. */
export const loginPath = (back: string) => `/login?returnTo=${encodeURIComponent(safePath(back))}`;

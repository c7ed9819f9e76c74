// A person who looks up the code in another app may come back to a page that the phone has unloaded meanwhile. As
// long as the code is valid, the tab remembers where it was sent and which page expects it.

type Asked = { email: string; at: number };

const valid = 10 * 60_000;
const keyOf = (page: string) => (page === "login" ? "sahn.code" : `sahn.code.${page}`);

/** The address to which this tab had a code sent for a page, while the code is valid. */
export function codeAsked(page = "login", now = Date.now()): Asked | null {
  try {
    const asked = JSON.parse(sessionStorage.getItem(keyOf(page)) ?? "") as Asked;
    return now - asked.at < valid && typeof asked.email === "string" ? asked : null;
  } catch {
    return null;
  }
}

/** Remembers a sent code; null forgets it. */
export function rememberCode(asked: Asked | null, page = "login") {
  try {
    if (asked) sessionStorage.setItem(keyOf(page), JSON.stringify(asked));
    else sessionStorage.removeItem(keyOf(page));
  } catch {
    // Without storage the page starts again with the email.
  }
}

// Somebody who looks up the code in another app may come back to a page that the phone has thrown away meanwhile. For as
// long as the code is good, the tab remembers where it was sent.
type Asked = { email: string; at: number };

const key = "sahn.code";
const valid = 10 * 60_000;

/** Where a code was sent from this tab, while it is still good. */
export function codeAsked(now = Date.now()): Asked | null {
  try {
    const asked = JSON.parse(sessionStorage.getItem(key) ?? "") as Asked;
    return now - asked.at < valid && typeof asked.email === "string" ? asked : null;
  } catch {
    return null;
  }
}

/** Remembers it, or with null forgets it. */
export function rememberCode(asked: Asked | null) {
  try {
    if (asked) sessionStorage.setItem(key, JSON.stringify(asked));
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage the page starts again with the email.
  }
}

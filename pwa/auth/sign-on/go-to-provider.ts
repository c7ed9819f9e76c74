import { call } from "#pwa/offline/server";

const key = "sahn.sign-on.back";

/** Leaves for the provider's page, and keeps where to go on after it. */
export async function goToProvider(email: string, returnTo: string | null): Promise<void> {
  const options = { toast: false, redirect: false, data: true } as const;
  const { location: page } = await call("POST", "/api/sign-on/start", { email }, options);
  try {
    sessionStorage.setItem(key, returnTo ?? "");
  } catch {
    // The browser forbids storage: the way goes on to the first page.
  }
  location.assign(page);
}

/** Where to go on after the provider's page. */
export function returnedTo(): string | null {
  try {
    return sessionStorage.getItem(key) || null;
  } catch {
    return null;
  }
}

// How the app is cut into files, and which of them a device has without a connection. Vite and the service worker read it.

/**
 * What the worker does with a folder's files: `precached` ones are on every device, `kept once opened` ones stay on a device
 * from the first time that they were needed there.
 */
type Policy = "precached" | "kept once opened";
export type Chunk = { name: string; folder: string; offline: Policy };

/** A file of code and one of styles for each line, from the bottom of the table in pwa/imports.test.ts to its top. */
export const chunks: readonly Chunk[] = [
  // What a browser that forbids every storage needs.
  { name: "memory-storage", folder: "node_modules/fake-indexeddb", offline: "kept once opened" },
  // The storage opens beside the first picture of the page.
  { name: "dexie", folder: "node_modules/dexie", offline: "precached" },
  // What a device does to be let in while all strangers together fill a limit; it needs the server anyway.
  { name: "proof-of-work", folder: "pwa/offline/proof-of-work", offline: "kept once opened" },
  { name: "shell", folder: "pwa/shell", offline: "precached" },
  // The pictures of meals come after the first picture of the page.
  { name: "art", folder: "pwa/menu/art", offline: "precached" },
  { name: "menu", folder: "pwa/menu", offline: "precached" },
  { name: "sync-status", folder: "pwa/sync-status", offline: "precached" },
  { name: "forms", folder: "pwa/forms", offline: "precached" },
  // Signing in and proving need the server anyway.
  { name: "passkeys", folder: "pwa/forms/passkeys", offline: "kept once opened" },
  { name: "payment", folder: "pwa/payment", offline: "precached" },
  { name: "query", folder: "node_modules/@tanstack", offline: "kept once opened" },
  { name: "qr-reader", folder: "node_modules/qr", offline: "kept once opened" },
  { name: "online", folder: "pwa/online", offline: "kept once opened" },
  { name: "company", folder: "pwa/company", offline: "kept once opened" },
  { name: "home", folder: "pwa/site/home", offline: "precached" },
  { name: "offers", folder: "pwa/site/offers", offline: "kept once opened" },
  { name: "site", folder: "pwa/site", offline: "kept once opened" },
  { name: "sign-in", folder: "pwa/auth", offline: "precached" },
  { name: "registration", folder: "pwa/auth/registration", offline: "kept once opened" },
  { name: "password-reset", folder: "pwa/auth/password-reset", offline: "kept once opened" },
  { name: "sign-on", folder: "pwa/auth/sign-on", offline: "kept once opened" },
  { name: "employee", folder: "pwa/employee", offline: "precached" },
  { name: "notifications", folder: "pwa/employee/notifications", offline: "kept once opened" },
  // A link of a letter, which says what the server knows.
  { name: "not-me", folder: "pwa/employee/not-me", offline: "kept once opened" },
  { name: "till", folder: "pwa/till", offline: "kept once opened" },
  { name: "admin", folder: "pwa/admin", offline: "kept once opened" },
  { name: "office", folder: "pwa/office", offline: "kept once opened" },
  { name: "planner", folder: "pwa/office/planner", offline: "kept once opened" },
  { name: "app", folder: "pwa/app", offline: "precached" },
];

/** The chunk of a file, by its path in the repository; of nested folders the inner one. */
export const chunkOf = (path: string): Chunk | undefined =>
  chunks
    .filter(({ folder }) => path.startsWith(`${folder}/`))
    .sort((a, b) => b.folder.length - a.folder.length)
    .at(0);

/** The folder below assets/ for files that are kept once they were opened. */
export const onDemandFolder = "visit/";

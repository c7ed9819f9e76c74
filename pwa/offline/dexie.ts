export { Dexie, liveQuery } from "dexie";
export { endsWithPage } from "#pwa/offline/ends-with-page";

import { useRows } from "#pwa/offline/sync/use-rows";
import type { Live } from "#pwa/offline/wire";

const nothing: Live = { wallet: 0, share_used: {}, portions: {}, taken: [], closed: [] };

/** What the server last said about wallet, share used, portions and taken days; nothing known counts as nothing used. */
export function useLive(): Live | undefined {
  const rows = useRows();
  return rows && (rows.live ?? nothing);
}

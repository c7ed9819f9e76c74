import { create } from "zustand";

/** The path whose page is really shown: while its code loads, the address alone has changed. */
export const useArrived = create<{ path: string | null }>(() => ({ path: null }));

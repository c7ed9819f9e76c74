import { create } from "zustand";

/** The path whose page really stands: until its code is here, the address alone has changed. */
export const useArrived = create<{ path: string | null }>(() => ({ path: null }));

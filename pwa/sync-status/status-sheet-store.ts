import { create } from "zustand";

/** Whether the sheet about what waits on this phone is open. It lies above every page. */
export const useStatusSheet = create<{ open: boolean }>(() => ({ open: false }));

export const openStatus = () => useStatusSheet.setState({ open: true });
export const closeStatus = () => useStatusSheet.setState({ open: false });

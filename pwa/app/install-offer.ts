import { create } from "zustand";

/** The browser's own question whether to install the app. */
export type InstallOffer = Event & { prompt: () => Promise<{ outcome: "accepted" | "dismissed" }> };

/** Kept until the moment is right: the browser makes its offer once, soon after the start. */
export const useInstallOffer = create<{ offer: InstallOffer | null }>(() => ({ offer: null }));

/** Keeps the browser from asking by itself. */
export function keepInstallOffer(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    useInstallOffer.setState({ offer: event as InstallOffer });
  });
}

import type { Profile } from "#pwa/offline/session";

/** Whether the profile is a company's admin. */
export const isAdmin = (profile: Profile | null) => profile?.client_type === "Admin";

/** Whether the header links to the dashboard. Cash clients reach their tabs by link only. */
export const seesDashboard = (profile: Profile | null) => profile !== null && profile.company_type !== "Cash";

/** The first name, for "Hi Mariam". */
export const firstName = (profile: Profile) => profile.name.trim().split(/\s+/)[0] ?? profile.name;

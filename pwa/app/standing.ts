import type { Profile } from "#pwa/session";

/** An admin of a company. (spec 6) */
export const isAdmin = (profile: Profile | null) => profile?.client_type === "Admin";

/** Cash people reach their tabs by link, not from the header. (spec 2, D1) */
export const seesDashboard = (profile: Profile | null) => profile !== null && profile.company_type !== "Cash";

/** The first name, for "Hi Mariam". */
export const firstName = (profile: Profile) => profile.name.trim().split(/\s+/)[0] ?? profile.name;

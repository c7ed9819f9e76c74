import type { Profile } from "#pwa/session";

/** Whether a profile has colleagues to invite: an admin's, once the company is approved. (D2) */
export const mayInvite = (profile: Profile) =>
  profile.client_type === "Admin" && profile.company_status === "Active" && profile.company_id !== null;

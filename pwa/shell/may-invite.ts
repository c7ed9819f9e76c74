import type { Profile } from "#pwa/offline/session";

/** Whether a profile can invite colleagues: an admin's can, once the company is approved. */
export const mayInvite = (profile: Profile) =>
  profile.client_type === "Admin" && profile.company_status === "Active" && profile.company_id !== null;

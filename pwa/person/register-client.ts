import { call } from "#pwa/server";
import type { ClientRegistration, EmployeeRegistration } from "#pwa/wire";

const quiet = { toast: false, redirect: false };

/** Somebody who eats on their own account. The answer never tells whether the e-mail is known. (D1) */
export const registerClient = async (who: ClientRegistration): Promise<void> =>
  void (await call("POST", "/api/client-register", who, quiet));

/** Staff of a company. (D2) */
export const registerEmployee = async (who: EmployeeRegistration): Promise<void> =>
  void (await call("POST", "/api/employee-registration", who, quiet));

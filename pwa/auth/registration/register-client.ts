import { call } from "#pwa/offline/server";
import type { ClientRegistration, EmployeeRegistration } from "#pwa/offline/wire";

const quiet = { toast: false, redirect: false };

/** Registers a Cash client. The answer is the same whether or not the e-mail address is known. */
export const registerClient = async (who: ClientRegistration): Promise<void> =>
  void (await call("POST", "/api/client-register", who, quiet));

/** Registers staff of a company. */
export const registerEmployee = async (who: EmployeeRegistration): Promise<void> =>
  void (await call("POST", "/api/employee-registration", who, quiet));

// The types and roles of the lunch company's own screens.
import type { components } from "#pwa/offline/contract.gen";
import { useSession } from "#pwa/offline/session";

type Wire = components["schemas"];

export type CompanyRow = Wire["OperatorCompanyRow"];
export type CompanySheet = Wire["OperatorCompanySheet"];
export type PersonRow = Wire["OperatorPersonRow"];
export type PersonSheet = Wire["OperatorPersonSheet"];
export type AttemptRow = Wire["OperatorAttemptRow"];
export type Books = Wire["OperatorReconcileAnswer"];
export type Case = Wire["OperatorCase"];
export type Job = Wire["OperatorJob"];
export type ClosedDay = Wire["OperatorClosedDay"];
export type Settings = Wire["OperatorSettings"];
export type SettingsAnswer = Wire["OperatorSettingsAnswer"];
export type VatAnswer = Wire["OperatorVATAnswer"];
export type StaffRow = Wire["OperatorStaffRow"];
export type Act = Wire["OperatorAct"];
export type InvoiceRow = Wire["InvoiceRow"];
export type BankStatement = Wire["InvoiceBankStatement"];
export type BankImport = Wire["InvoiceBankImport"];
export type BankColumns = Wire["BankColumns"];
export type BankLine = Wire["InvoiceBankLine"];
export type BooksOverview = Wire["AccountingOverview"];
export type OfficeReport = Wire["ReportOfficeReport"];
export type AllergenCorrection = Wire["WithdrawalCorrected"];
export type InvoiceSheet = Wire["InvoiceAccount"];

/** In which state support has a person: the profile's, unless the account was deleted or its e-mail was only typed. */
export const stateOf = ({ erased, proved, status }: PersonRow) =>
  erased ? "Erased" : status === "Pending" && !proved ? "Unconfirmed" : status;

export type Role = "kitchen" | "support" | "manager";

/** The operator who is signed in; null for all other people. */
export const useOperator = () =>
  useSession(({ profile, signedIn }) => (signedIn && profile?.client_type === "Operator" ? profile : null));

/** Whether an operator has a role; a manager has every role. */
export const isIn = (role: string | undefined, one: Role) => role === one || role === "manager";

// What travels between the device and the server, under short names and as narrow as the device may rely on. Amounts are
// fils, dates are Dubai calendar dates, instants are RFC 3339 in UTC, ids are ULIDs.
import type { components } from "#pwa/contract.gen";
import type { Difference, Quote } from "#pwa/quote/quote";

export type { Terms } from "#pwa/quote/quote";

type Wire = components["schemas"];

export type Profile = Wire["Profile"];
export type Address = Wire["Address"];
export type ProfileChanges = Wire["PersonUpdateProfileRequest"];
export type ClientRegistration = Wire["PersonClientRegisterRequest"];
export type EmployeeRegistration = Wire["PersonEmployeeRegistrationRequest"];
export type CompanyRegistration = Wire["CompanyRegisterRequest"];
/** What everybody may know of a company. */
export type Company = Wire["CompanyPublic"];
/** A plan, in the specification's spelling; the discounted average is before VAT. (spec 3, D14) */
export type Plan = Wire["CompanyPlan"];
/** An area that is delivered to, and when. */
export type Area = Wire["CompanyArea"];
export type DraftItem = Wire["DraftItem"];
export type Live = Wire["Live"];
export type Meal = Omit<Wire["Meal"], "allergens"> & { allergens: Record<string, Presence> };
export type Presence = "contains" | "may_contain" | "no_data";
export type MenuWeek = Omit<Wire["MenuWeek"], "meals"> & { meals: Meal[] };
export type MenuIndex = Wire["MenuIndex"];
export type Delivery = Wire["Delivery"];
export type OrderItem = Wire["OrderItem"];

/** What the server kept beside a day because it came late from another device. */
export type Alternative = Wire["DraftAlternative"];

export type DraftDoc = Wire["DraftDay"];

/** What one operation says. `seen` is the newest revision of the day that the person had before their eyes. */
export type DaySet = {
  date: string;
  items: DraftItem[];
  address_id?: string | null;
  seen: number;
  /** The revision of the order that an edit of an ordered day starts from. */
  base?: number | null;
};

export type Op = Omit<Wire["SyncOperation"], "a"> & { a: DaySet };

export type SyncRequest = Omit<Wire["SyncRequest"], "ops" | "tag" | "v"> & { v: 3; tag?: string; ops: Op[] };

/** What a device shows to support of changes that it cannot get rid of. */
export type Copy = Omit<Wire["SyncCopy"], "ops"> & { ops: Op[] };
export type Copied = Wire["SyncCopied"];

/** 0 applied · 1 duplicate · 2 kept as alternative · 3 refused · 4 quarantined. */
export type ResultCode = 0 | 1 | 2 | 3 | 4;

export type SyncReply = Omit<Wire["SyncReply"], "ack" | "res" | "orders"> & {
  ack: [n: number, id: string | null];
  res?: ([n: number, code: ResultCode] | [n: number, code: ResultCode, detail: unknown])[];
  orders?: Order[];
};

export type OrderStatus =
  | "Initiated"
  | "Payment Pending"
  | "Confirmed"
  | "Payment Failed"
  | "Cancelled"
  | "Refunded"
  | "Completed";

export type Order = Omit<Wire["Order"], "status" | "payment_sources"> & {
  status: OrderStatus;
  payment_sources: { kind: "wallet" | "card" | "company"; amount: number }[];
};

export type Quoted = Omit<Wire["Quoted"], "quote"> & { quote: Quote };
export type HandoffRequest = Omit<Wire["HandoffRequest"], "seen"> & { seen?: Quote };
export type Handoff = Omit<Wire["Handoff"], "status"> & { status: OrderStatus };

/** What a 409 `quote_changed` carries. */
export type QuoteChanged = { quote: Quote; differences: Difference[] };

/** What a 409 `already_being_paid` carries. */
export type Underway = { order: string; intent?: string };

export type Intent = Omit<Wire["Intent"], "status" | "order_status"> & {
  status: "open" | "paid" | "failed" | "refunded";
  order_status: OrderStatus;
};

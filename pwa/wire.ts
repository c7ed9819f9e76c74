// What travels between the device and the server, under short names and as narrow as the device may rely on. Amounts are
// fils, dates are Dubai calendar dates, instants are RFC 3339 in UTC, ids are ULIDs.
import type { components } from "#pwa/contract.gen";
import type { Difference, Issue, Quote, Terms } from "#pwa/quote/quote";

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
/** `share_before` is what of the period's share was used when this day's was granted. */
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

export type Order = Omit<Wire["Order"], "status" | "payment_sources" | "terms" | "orderAmends"> & {
  status: OrderStatus;
  /** Below 0: what went back there. */
  payment_sources: { kind: "wallet" | "card" | "company"; amount: number }[];
  /** What was agreed when it was ordered; amendments are counted by it. Orders that came before it was told have none. */
  terms?: Terms;
  /** Oldest first. */
  orderAmends?: Amendment[];
};

/** A day of an order as an amendment finds or leaves it. */
export type DayState = Wire["DayState"];
export type Sums = Wire["Sums"];

/** What a day of an order shall hold; no items cancel it. */
export type AmendDay = Wire["AmendDay"];

/** Where the money of a change comes from, or goes. */
export type AmendMoney = { wallet: boolean; refund: "wallet" | "card" };

export type AmendAsk = AmendMoney & { order: string; days: AmendDay[] };

export type AmendedDay = Omit<Wire["AmendedDay"], "change" | "before" | "after"> & {
  change: "changed" | "cancelled" | "restored" | "same";
  before: DayState | null;
  after: DayState | null;
};

/** What a change of an order would do: a promise under its hash. (D16) */
export type AmendmentQuote = Omit<Wire["AmendmentQuote"], "days" | "issues"> & { days: AmendedDay[]; issues: Issue[] };

/** `revs` are the drafts that it came from: they are cleared when it takes effect. */
export type AmendmentRequest = Omit<Wire["AmendmentRequest"], "seen" | "refund"> &
  AmendMoney & { seen?: AmendmentQuote };

export type AmendmentSaved = Omit<Wire["AmendmentSaved"], "status"> & { status: OrderStatus };

export type Amendment = Omit<Wire["Amendment"], "status" | "days"> & { status: OrderStatus; days: AmendedDay[] };

/** One thing that happened to a day of an order. */
export type DiaryEntry = Omit<Wire["DiaryEntry"], "who" | "what" | "refund_to" | "before" | "after"> & {
  who: { kind: "eater" | "operator" | "system"; name: string };
  what: "ordered" | "changed" | "cancelled" | "restored" | "order cancelled" | "payment failed";
  before: Wire["QuoteLine"][] | null;
  after: Wire["QuoteLine"][] | null;
  refund_to: "wallet" | "card" | null;
};

export type Quoted = Omit<Wire["Quoted"], "quote"> & { quote: Quote };
export type HandoffRequest = Omit<Wire["HandoffRequest"], "seen"> & { seen?: Quote };
export type Handoff = Omit<Wire["Handoff"], "status"> & { status: OrderStatus };

/** What a 409 `quote_changed` carries. */
export type QuoteChanged = { quote: Quote; differences: Difference[] };

/** What a 409 `already_being_paid` carries. */
export type Underway = { order: string; intent?: string };

/** What went in (or, below 0, out) of a wallet, and the balance after it. */
export type WalletEntry = Wire["WalletEntry"];
export type WalletPage = Wire["WalletTransactionsReply"];
export type Topup = Wire["WalletTopup"];
export type TopupRequest = Wire["WalletTopupRequest"];
/** A card that the provider keeps; `expiry` is like "2028-05". */
export type SavedCard = Wire["PaymentCard"];

export type Intent = Omit<Wire["Intent"], "status" | "order_status" | "purpose"> & {
  /** A top-up is for no order. */
  purpose?: "order" | "amendment" | "topup";
  status: "open" | "paid" | "failed" | "refunded";
  order_status: OrderStatus;
};

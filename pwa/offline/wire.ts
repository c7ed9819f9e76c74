// The types of what travels between the device and the server, no wider than the device may rely on. Amounts are
// fils, dates are Dubai calendar dates, instants are RFC 3339 in UTC, ids are ULIDs.
import type { components } from "#pwa/offline/contract.gen";
import type { Difference, Issue, Quote, Terms } from "#pwa/rules/quote/quote";

export type { Terms } from "#pwa/rules/quote/quote";

type Wire = components["schemas"];

/** `vat_rate` is the percent of VAT in the prices. What an older server said has none: it is 5. */
type Rated<T> = Omit<T, "vat_rate"> & { vat_rate?: number };

export type Profile = Wire["Profile"];
export type Address = Wire["Address"];
/** One browser in which the person is signed in. */
export type SignedInDevice = Wire["PersonDevice"];
/** One of the person's passkeys, and what browser and server say of them to each other (base64url). */
export type Passkey = Wire["PersonPasskey"];
export type PasskeyAsk = Wire["PersonPasskeyAsk"];
export type PasskeyOffer = Wire["PersonPasskeyOffer"];
export type PasskeySigned = Wire["PersonPasskeySigned"];
export type PasskeyMade = Wire["PersonPasskeyMade"];
export type ProfileChanges = Wire["PersonUpdateProfileRequest"];
export type ClientRegistration = Wire["PersonClientRegisterRequest"];
export type EmployeeRegistration = Wire["PersonEmployeeRegistrationRequest"];
export type CompanyRegistration = Wire["CompanyRegisterRequest"];
/** The public facts of a company. */
export type Company = Wire["CompanyPublic"];
/** The own company, as its admins see it. */
export type OwnCompany = Wire["CompanyProfile"];
export type Place = Wire["CompanyPlace"];
/** Who pays: fils when flat, percent when a percentage, null for no cap. */
export type ShareRules = Wire["CompanyRules"];
/** Last month under other rules. */
export type DryRun = Wire["CompanyDryRun"];
export type Forecast = Wire["CompanyForecast"];
/** A plan. `discountPrecentage` is spelled so on the wire; the discounted average is before VAT. */
export type Plan = Wire["CompanyPlan"];
export type DraftItem = Wire["DraftItem"];
export type Live = Wire["Live"];
export type Meal = Omit<Wire["Meal"], "allergens"> & { allergens: Record<string, Presence> };
export type Presence = "contains" | "may_contain" | "no_data";
export type MenuWeek = Omit<Wire["MenuWeek"], "meals"> & { meals: Meal[] };
export type MenuIndex = Wire["MenuIndex"];
/** `share_before` is what of the period's share was used when this day's was granted. */
export type Delivery = Rated<Wire["Delivery"]>;
export type OrderItem = Wire["OrderItem"];

/** A version of a day that arrived late from another device and that the server kept. */
export type Alternative = Wire["DraftAlternative"];

export type DraftDoc = Wire["DraftDay"];

/** One operation. `seen` is the newest revision of the day that the person saw. */
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

/** Changes that a device cannot send, as it shows them to support. */
export type Copy = Omit<Wire["SyncCopy"], "ops"> & { ops: Op[] };

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

export type Order = Omit<Wire["Order"], "status" | "payment_sources" | "deliveries" | "terms" | "orderAmends"> & {
  status: OrderStatus;
  deliveries: Delivery[];
  /** An amount below 0 went back there. */
  payment_sources: { kind: "wallet" | "card" | "company"; amount: number }[];
  /** The terms when it was ordered; amendments use them. Orders from before the server sent them have none. */
  terms?: Terms;
  /** Oldest first. */
  orderAmends?: Amendment[];
};

/** A day of an order as an amendment finds or leaves it. */
export type DayState = Wire["DayState"];
export type Sums = Wire["Sums"];

/** The new content of a day of an order; no items cancel it. */
export type AmendDay = Wire["AmendDay"];

/** Where the money of a change comes from, or goes. */
export type AmendMoney = { wallet: boolean; refund: "wallet" | "card" };

export type AmendAsk = AmendMoney & { order: string; days: AmendDay[] };

type AmendedDay = Omit<Wire["AmendedDay"], "change" | "before" | "after"> & {
  change: "changed" | "cancelled" | "restored" | "same";
  before: DayState | null;
  after: DayState | null;
};

/** The preview of a change of an order. Its hash is what the person agrees to. */
export type AmendmentQuote = Omit<Wire["AmendmentQuote"], "days" | "issues"> & { days: AmendedDay[]; issues: Issue[] };

/** `revs` are the drafts that it came from: they are cleared when it takes effect. */
export type AmendmentRequest = Omit<Wire["AmendmentRequest"], "seen" | "refund"> &
  AmendMoney & { seen?: AmendmentQuote };

export type AmendmentSaved = Omit<Wire["AmendmentSaved"], "status"> & { status: OrderStatus };

export type Amendment = Omit<Wire["Amendment"], "status" | "days"> & { status: OrderStatus; days: AmendedDay[] };

/** One thing that happened to a day of an order. */
export type DiaryEntry = Omit<
  Wire["DiaryEntry"],
  "who" | "what" | "refund_to" | "before" | "after" | "place_before" | "place_after"
> & {
  who: { kind: "eater" | "operator" | "system"; name: string };
  what:
    | "ordered"
    | "changed"
    | "cancelled"
    | "restored"
    | "order cancelled"
    | "payment failed"
    | "paid too late"
    | "withdrawn"
    | "missing"
    | "failed";
  before: Wire["QuoteLine"][] | null;
  after: Wire["QuoteLine"][] | null;
  place_before: Wire["OrderDiaryPlace"] | null;
  place_after: Wire["OrderDiaryPlace"] | null;
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
export type TopupRequest = Wire["WalletTopupRequest"];
/** A card that the provider keeps; `expiry` is like "2028-05". */
export type SavedCard = Wire["PaymentCard"];

export type Intent = Omit<Wire["Intent"], "status" | "order_status" | "purpose"> & {
  /** A top-up and an invoice are for no order. */
  purpose?: "order" | "amendment" | "topup" | "invoice";
  status: "open" | "paid" | "failed" | "refunded";
  order_status: OrderStatus;
};

/** What a till needs to sell offline, and for how long it is valid. */
export type TillTerms = Wire["PosTerms"];
export type TillMenuDay = Wire["PosMenuDay"];
export type TillMenuMeal = Wire["PosMenuMeal"];
/** Who showed a code to a till, and what can go on their account now. */
export type Eater = Wire["PosEater"] & { proof: string };
/** What became of a fact. The id is null when it had none that could be read. */
export type TillEventResult = [id: string | null, code: Wire["PosResultCode"], detail?: TillEventDetail];
export type TillEventDetail = { reason?: string; flags?: string[]; share?: number; wallet?: number; owed?: number };
export type TillAnswer = Omit<Wire["PosAnswer"], "res"> & { res: TillEventResult[] };

/** The code that a person's app shows to a till, with the letters to read out. */
export type Purchase = Rated<Wire["PosPurchase"]>;
export type ReportedPurchase = Wire["PosNotMe"];
export type CounterCode = Wire["PosCode"];
/** A sale above the limit that a till asks its buyer to confirm. */
export type CounterConfirm = Wire["PosConfirm"];
export type TillAsk = Wire["PosAskRequest"];
export type TillAsked = Wire["PosAsked"] & { state: "waiting" | "confirmed" | "declined" | "cancelled" | "expired" };
/** A tablet that sells, as those see it who manage it. */
export type TillSeen = Wire["PosTill"];
export type TillsSeen = Wire["PosTillsReply"];
export type TillCode = Wire["PosTillCode"];
/** What tills took by day, with the shifts of those days. */
export type CounterSales = Wire["PosSalesReply"];
export type ShiftSeen = Wire["PosShiftReport"];
/** A fact that could not be booked; `payload` is for operators alone. */
export type QuarantinedEvent = Wire["PosSetAside"];
/** A sale as an operator sees it before undoing it. */
export type SoldSale = Wire["PosSoldSale"];

/** The people of the company, as its admins see them: names, money and days, never dishes. */
export type MemberList = Wire["MemberList"];
export type Member = Wire["MemberMember"];
export type MemberFilter = Wire["MemberFilter"];
export type MemberActRequest = Wire["MemberActRequest"];
export type MemberActReply = Wire["MemberActReply"];
export type Department = Wire["MemberDepartment"];
export type InviteRequest = Wire["MemberInviteRequest"];
export type InviteReply = Wire["MemberInviteReply"];

/** What a company's lunches came to, for its admins. */
export type Report = Wire["ReportReport"];

/** A tax invoice or credit note of what a person paid themselves. */
export type TaxDocument = Wire["TaxDocument"];

/** A company's invoices and the balance of its account, for its admins: money, never dishes. */
export type Invoices = Wire["Invoices"];
export type InvoiceListed = Wire["InvoiceListed"];
export type InvoiceDetails = Omit<Wire["InvoiceDetails"], "days"> & { days: InvoiceDay[] };
export type InvoiceDay = Rated<Wire["InvoiceDay"]>;
export type InvoicePayRequest = Wire["InvoicePayRequest"];

export type CookingDay = Wire["OperatorCookingDay"];
export type Production = Wire["KitchenProduction"];
export type HandoverEvent = Wire["KitchenFact"];

/** A meal of the kitchen's book; `rev` grows with each change. */
export type BookMeal = Omit<Wire["PlannerMeal"], "meal"> & { meal: Meal };
/** Everything that the kitchen can cook, with the names that are in use. */
export type Book = Omit<Wire["PlannerBook"], "data"> & { data: BookMeal[] };

/** A meal as it is being edited: numbers and amounts as typed, a picture as the menu carries it. */
export type MealForm = {
  code: string;
  name: string;
  name_ar: string;
  description: string;
  price: string;
  cuisine: string;
  diets: string[];
  allergens: Record<string, Presence>;
  kcal: string;
  protein: string;
  carbohydrate: string;
  fat: string;
  new_until: string;
  art: Record<string, unknown>;
};

/** The unsaved edit of a meal, and what it began with; `rev` is 0 for one that the book does not have. */
export type MealEdit = { id: string; rev: number; base: MealForm; form: MealForm };

/** What is planned on each date of a week; without a number, as many portions as are ordered. */
export type PlannedDays = { date: string; meals: { meal: string; portions?: number }[] }[];

/** What a person is shown by notifications, and whether this browser shows them. */
export type Notifications = Wire["PushSettingReply"];
/** What they may choose of it. */
export type NotificationChoice = Wire["PushSettingRequest"];
/** What they are told on their phone, where a carrier is set up. */
export type PhoneSetting = Wire["PhoneSettingReply"];

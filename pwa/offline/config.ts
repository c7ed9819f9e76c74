import { create } from "zustand";
import { call } from "#pwa/offline/server";
import { firstVat } from "#pwa/rules/money";

/** What the operator configures. A feature whose value is missing is hidden. */
export type Config = {
  phone: string;
  whatsapp: string;
  instagram: string;
  linkedin: string;
  /** The local mailbox page, only where mail is not really sent. */
  mailbox_url: string;
  sandbox: boolean;
  /** Whether the provider's page offers Apple Pay for this account. */
  apple_pay: boolean;
  /** The maps service's key; without one an address is written by hand. */
  maps_key: string;
  /** The time window, in Dubai, of the hello bar and of the banner on the home page. An empty end means no limit. */
  hello_from: string;
  hello_until: string;
  /** Today's rate of VAT, percent. */
  vat: number;
};

const key = "sahn.config";
const defaults: Config = {
  phone: "",
  whatsapp: "",
  instagram: "",
  linkedin: "",
  mailbox_url: "",
  sandbox: false,
  apple_pay: false,
  maps_key: "",
  hello_from: "2025-09-11 00:00:00",
  hello_until: "",
  vat: firstVat,
};

function known(given: unknown): Config {
  const config = { ...defaults };
  if (typeof given !== "object" || given === null) return config;
  for (const name of Object.keys(defaults) as (keyof Config)[]) {
    const value = (given as Record<string, unknown>)[name];
    if (typeof value === typeof defaults[name]) Object.assign(config, { [name]: value });
  }
  return config;
}

function remembered(): Config {
  try {
    return known(JSON.parse(localStorage.getItem(key) ?? ""));
  } catch {
    return defaults;
  }
}

/** The last known settings at once, the server's as soon as they are here. */
export const useConfig = create<Config>()(remembered);

/** Today's rate of VAT as sentences say it: "5%". */
export const useVat = () => `${useConfig(({ vat }) => vat)}%`;

/** A link that calls a phone number as it is written for people. */
export const phoneLink = (number: string) => `tel:${number.replace(/[^+\d]/g, "")}`;

/** A link that opens a chat with such a number. */
export const chatLink = (number: string) => `https://wa.me/${number.replace(/\D/g, "")}`;

/** Loads the settings once; on failure the remembered ones stay valid. */
export async function loadConfig(): Promise<void> {
  try {
    const config = known(await call("GET", "/api/config", undefined, { toast: false, redirect: false }));
    useConfig.setState(config);
    localStorage.setItem(key, JSON.stringify(config));
  } catch {
    // Offline, or storage refused: the remembered settings stay valid.
  }
}

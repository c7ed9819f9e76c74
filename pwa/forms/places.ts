// The maps service's places library, fetched when a person starts to type an address and a key is configured.

/** Dubai: places near it are suggested first. */
export const dubai = { lat: 25.2048493, lng: 55.2707828 };

/** Something the library knows: how to show it, and what it is. */
export type Place = { id: string; text: string; details: () => Promise<{ line: string; text: string }> };

type Details = { displayName?: string | null; formattedAddress?: string | null };
type Prediction = {
  placeId: string;
  text: { toString: () => string };
  toPlace: () => Details & { fetchFields: (what: { fields: string[] }) => Promise<unknown> };
};
type Library = {
  AutocompleteSessionToken: new () => object;
  AutocompleteSuggestion: {
    fetchAutocompleteSuggestions: (
      request: Record<string, unknown>,
    ) => Promise<{ suggestions: { placePrediction: Prediction | null }[] }>;
  };
};
type Maps = { importLibrary: (name: "places") => Promise<Library> };

const near = 50_000; // metres

let frame: HTMLIFrameElement | null = null;
let library: Promise<Library> | null = null;
/** One search, from the first letter to the choice, is paid as one. */
let search: object | null = null;

/** The document in which the maps service's code runs: the pages themselves let in no foreign code. */
async function openFrame(): Promise<HTMLIFrameElement> {
  const opened = document.createElement("iframe");
  opened.hidden = true;
  opened.title = "";
  opened.src = "/api/maps-frame";
  frame = opened;
  await new Promise((resolve) => {
    opened.addEventListener("load", resolve, { once: true });
    document.body.append(opened);
  });
  return opened;
}

async function load(key: string): Promise<Library> {
  const { contentDocument: inside, contentWindow } = await openFrame();
  const world = contentWindow as unknown as Record<string, unknown> & { google?: { maps: Maps } };
  const maps = await new Promise<Maps>((resolve, reject) => {
    if (!inside) return reject(new Error("the frame did not load"));
    const called = "sahnMapsReady";
    world[called] = () => (world.google ? resolve(world.google.maps) : reject(new Error("maps are not there")));
    const script = inside.createElement("script");
    const query = new URLSearchParams({ key, libraries: "places", language: "en", region: "AE", loading: "async" });
    script.src = `https://maps.googleapis.com/maps/api/js?${query}&callback=${called}`;
    script.onerror = () => reject(new Error("maps did not load"));
    inside.head.append(script);
  });
  return maps.importLibrary("places");
}

function loadOnce(key: string): Promise<Library> {
  library ??= load(key);
  library.catch(closePlaces);
  return library;
}

/** Ends the maps service's code. Called when an address field goes away; another one loads it again. */
export function closePlaces() {
  frame?.remove();
  frame = library = search = null;
}

/** Addresses in the UAE that begin like this, those near Dubai first. */
export async function findPlaces(key: string, typed: string): Promise<Place[]> {
  const { AutocompleteSessionToken, AutocompleteSuggestion } = await loadOnce(key);
  search ??= new AutocompleteSessionToken();
  const { suggestions } = await AutocompleteSuggestion.fetchAutocompleteSuggestions({
    input: typed,
    includedRegionCodes: ["ae"],
    language: "en",
    locationBias: { center: dubai, radius: near },
    sessionToken: search,
  });
  return suggestions.flatMap(({ placePrediction: found }) =>
    found ? [{ id: found.placeId, text: String(found.text), details: () => detailsOf(found) }] : [],
  );
}

async function detailsOf(found: Prediction): Promise<{ line: string; text: string }> {
  const place = found.toPlace();
  await place.fetchFields({ fields: ["displayName", "formattedAddress"] });
  search = null;
  const address = place.formattedAddress ?? String(found.text);
  const name = place.displayName ?? "";
  const line = (name && !address.startsWith(name) ? `${name}, ${address}` : address).replace(
    / - United Arab Emirates$/,
    "",
  );
  return { line, text: address };
}

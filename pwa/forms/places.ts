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

let library: Promise<Library> | null = null;
/** One search, from the first letter to the choice, is paid as one. */
let search: object | null = null;

function load(key: string): Promise<Library> {
  library ??= new Promise<Maps>((resolve, reject) => {
    const called = "sahnMapsReady";
    const world = window as unknown as Record<string, unknown> & { google?: { maps: Maps } };
    world[called] = () => (world.google ? resolve(world.google.maps) : reject(new Error("maps are not there")));
    const script = document.createElement("script");
    const query = new URLSearchParams({ key, libraries: "places", language: "en", region: "AE", loading: "async" });
    script.src = `https://maps.googleapis.com/maps/api/js?${query}&callback=${called}`;
    script.onerror = () => reject(new Error("maps did not load"));
    document.head.append(script);
  }).then((maps) => maps.importLibrary("places"));
  library.catch(() => {
    library = null;
  });
  return library;
}

/** Addresses in the UAE that begin like this, those near Dubai first. */
export async function findPlaces(key: string, typed: string): Promise<Place[]> {
  const { AutocompleteSessionToken, AutocompleteSuggestion } = await load(key);
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

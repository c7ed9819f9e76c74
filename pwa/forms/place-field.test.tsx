import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { PlaceField } from "#pwa/forms/place-field";
import { dubai } from "#pwa/forms/places";
import { addressWords } from "#pwa/i18n/form";
import { useConfig } from "#pwa/offline/config";

const found = vi.fn();
const chosen = vi.fn();

function Street() {
  const [value, setValue] = useState("");
  return <PlaceField name="line" value={value} onChange={(event) => setValue(event.target.value)} onPlace={chosen} />;
}
const place = (id: string, text: string, details: { displayName?: string; formattedAddress?: string }) => ({
  placePrediction: { placeId: id, text, toPlace: () => ({ ...details, fetchFields: async () => undefined }) },
});
/** The maps service, as its script would leave it in the frame. */
function answerScripts() {
  const sources: string[] = [];
  const appended = document.body.append.bind(document.body);
  vi.spyOn(document.body, "append").mockImplementation((frame) => {
    const inside = document.implementation.createHTMLDocument();
    const world = {};
    Object.defineProperties(frame, { contentDocument: { value: inside }, contentWindow: { value: world } });
    vi.spyOn(inside.head, "append").mockImplementation((script) => answer((script as HTMLScriptElement).src, world));
    appended(frame as Node);
    queueMicrotask(() => (frame as HTMLElement).dispatchEvent(new Event("load")));
  });
  const answer = (src: string, world: object) => {
    sources.push(src);
    const library = {
      AutocompleteSessionToken: class {},
      AutocompleteSuggestion: { fetchAutocompleteSuggestions: found },
    };
    Object.assign(world, { google: { maps: { importLibrary: async () => library } } });
    const called = new URL(src).searchParams.get("callback") ?? "";
    queueMicrotask(() => (world as Record<string, () => void>)[called]?.());
  };
  return sources;
}

afterEach(() => {
  vi.restoreAllMocks();
  found.mockReset();
  chosen.mockReset();
  useConfig.setState({ maps_key: "" });
});

test("without a key it is a plain line, and nothing is fetched", async () => {
  const sources = answerScripts();
  render(<Street />);
  const field = screen.getByRole("textbox", { name: addressWords.line });
  expect(field).toHaveAttribute("autocomplete", "street-address");
  await userEvent.type(field, "Marasi");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(sources).toEqual([]);
});

test("the service's code is in a frame that goes away with the field", async () => {
  useConfig.setState({ maps_key: "k1" });
  answerScripts();
  found.mockResolvedValue({ suggestions: [place("p1", "Marasi Drive", {})] });
  const { unmount } = render(<Street />);
  fireEvent.change(screen.getByRole("combobox", { name: addressWords.line }), { target: { value: "Marasi" } });
  expect(await screen.findAllByRole("option")).toHaveLength(1);
  expect(document.querySelector("iframe")).toHaveAttribute("src", "/api/maps-frame");
  unmount();
  await waitFor(() => expect(document.querySelector("iframe")).toBeNull());
});

test("with a key the places library offers addresses near Dubai, and the keyboard chooses one", async () => {
  useConfig.setState({ maps_key: "k1" });
  const sources = answerScripts();
  found.mockResolvedValue({
    suggestions: [
      place("p1", "Marasi Drive", { formattedAddress: "Marasi Drive - Dubai - United Arab Emirates" }),
      place("p2", "Marasi Tower", {
        displayName: "Marasi Tower",
        formattedAddress: "Business Bay - Dubai - United Arab Emirates",
      }),
      { placePrediction: null },
    ],
  });
  render(<Street />);
  const field = screen.getByRole("combobox", { name: addressWords.line });
  fireEvent.change(field, { target: { value: "Marasi" } });
  expect(await screen.findAllByRole("option")).toHaveLength(2);
  expect(screen.getByRole("status")).toHaveTextContent(addressWords.suggestionsFound(2));
  expect(sources).toHaveLength(1);
  expect(new URL(sources[0] as string).searchParams.get("libraries")).toBe("places");
  expect(found).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      input: "Marasi",
      includedRegionCodes: ["ae"],
      locationBias: expect.objectContaining({ center: dubai }),
    }),
  );
  expect(dubai).toEqual({ lat: 25.2048493, lng: 55.2707828 });
  field.focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  await waitFor(() =>
    expect(chosen).toHaveBeenCalledExactlyOnceWith({
      line: "Marasi Tower, Business Bay - Dubai",
      text: "Business Bay - Dubai - United Arab Emirates",
    }),
  );
  await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
});

test("a service that does not answer leaves a line to write on", async () => {
  answerScripts();
  useConfig.setState({ maps_key: "k1" });
  found.mockRejectedValue(new Error("no"));
  render(<Street />);
  const field = screen.getByRole("combobox", { name: addressWords.line });
  fireEvent.change(field, { target: { value: "Marasi" } });
  await waitFor(() => expect(found).toHaveBeenCalled());
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(field).toHaveValue("Marasi");
});

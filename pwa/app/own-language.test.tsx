import { act, screen, waitFor } from "@testing-library/react";
import { useNavigate } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useOwnLanguage } from "#pwa/app/own-language";
import { languageWords } from "#pwa/i18n/language";
import { keepLanguage, refreshProfile, signInWithPassword, signOut, useSession } from "#pwa/offline/session";
import { LanguageSwitch } from "#pwa/shell/language-switch";
import { openAt } from "#pwa/testing/open-at";
import { mariam } from "#pwa/testing/sample";
import { signedIn } from "#pwa/testing/signed-in";
import { lost, reply, siteOf } from "#pwa/testing/site";

const reload = vi.fn();
let go: (path: string) => void;
function Page() {
  const navigate = useNavigate();
  go = (path) => act(() => void navigate(path));
  useOwnLanguage(reload);
  return <LanguageSwitch />;
}
const open = (path = "/dashboard/home") => openAt(path, { "*": <Page /> });
const idle = () => act(async () => void (await new Promise((done) => setTimeout(done, 0))));
const cookie = (value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the app writes it
  document.cookie = `lang=${value}`;
};

beforeEach(() => void reload.mockClear());
afterEach(() => cookie("; Max-Age=0"));

test("a device on which no language was chosen takes the person's, with one reload and never while paying", async () => {
  await signedIn({ language: "ar" });
  open("/checkout");
  await idle();
  expect(reload).not.toHaveBeenCalled();
  go("/dashboard/home");
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(document.cookie).toContain("lang=ar");
  await act(refreshProfile);
  go("/dashboard/history");
  await idle();
  expect(reload).toHaveBeenCalledOnce();
});

test("a device on which a language was chosen, and one of a person who reads it anyway, stay as they are", async () => {
  cookie("en");
  const site = await signedIn({ language: "ar" });
  open().unmount();
  cookie("; Max-Age=0");
  site.who = { ...mariam, id: site.who?.id ?? "", language: "en" };
  await refreshProfile();
  open();
  await idle();
  expect(reload).not.toHaveBeenCalled();
  expect(site.sent("PUT", "/api/profile-language")).toEqual([]);
});

test("a language that a person chooses is told to the server, at the next start when nobody answers at first", async () => {
  const site = await signedIn();
  const loads = vi.spyOn(window, "location", "get").mockReturnValue({ ...window.location, reload } as never);
  const shown = open();
  act(() => screen.getByRole("button", { name: languageWords.other }).click());
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  loads.mockRestore();
  shown.unmount();

  site.on["PUT /api/profile-language"] = lost;
  open().unmount();
  await idle();
  expect(useSession.getState().chosen?.language).toBe("ar");

  site.on["PUT /api/profile-language"] = reply({ data: { ...site.who, language: "ar" } });
  open();
  await waitFor(() => expect(useSession.getState().profile?.language).toBe("ar"));
  expect(site.sent("PUT", "/api/profile-language").at(-1)).toEqual({ language: "ar" });
  expect(useSession.getState().chosen).toBeNull();
});

test("what one person chose is not told for the next one on the device", async () => {
  await signedIn();
  keepLanguage("ar");
  await signOut({ discard: true, ended: true });
  expect(useSession.getState().chosen).toBeNull();
  const other = { ...mariam, id: "PX", email: "omar@lunch.example" };
  useSession.setState({ chosen: { owner: "PY", language: "ar" } });
  cookie("ar");
  const site = siteOf([other]);
  await signInWithPassword(other.email, "secret");
  open();
  await idle();
  expect(site.sent("PUT", "/api/profile-language")).toEqual([]);
});

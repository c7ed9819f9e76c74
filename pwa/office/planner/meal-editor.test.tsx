import "fake-indexeddb/auto";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link, MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bookWords as said } from "#pwa/i18n/book";
import { KitchenPage } from "#pwa/office/kitchen-page";
import { openDb, readValue, useDevice, writeValue } from "#pwa/offline/db";
import * as server from "#pwa/offline/server";
import { Fault, Offline } from "#pwa/offline/server";
import type * as session from "#pwa/offline/session";
import { type Profile, useSession } from "#pwa/offline/session";
import type { Book, BookMeal, Meal } from "#pwa/offline/wire";
import type * as pictures from "#pwa/ui/shrink-picture";

vi.mock("#pwa/offline/server", async (original) => {
  const call = vi.fn();
  return { ...(await original<typeof server>()), call, request: call };
});
vi.mock("#pwa/offline/session", async (original) => ({
  ...(await original<typeof session>()),
  askAsOperator: vi.fn(async () => undefined),
}));
vi.mock("#pwa/ui/shrink-picture", async (original) => ({
  ...(await original<typeof pictures>()),
  shrinkPicture: async () => "c21hbGw=",
}));
const call = vi.mocked(server.call);

const meal = (change: Partial<Meal> = {}): Meal => ({
  id: "01JD0000000000000000000001",
  name: "Kofta",
  description: "Two skewers.",
  price: 4200,
  cuisine: 2,
  diets: [],
  allergens: { sesame: "contains" },
  kcal: 0,
  protein: 0,
  carbohydrate: 0,
  fat: 0,
  art: { id: "kofta", layout: "plate" },
  ...change,
});
const kofta: BookMeal = { code: "kofta", rev: 3, meal: meal() };
const soup: BookMeal = {
  code: "soup",
  rev: 1,
  archived: true,
  meal: meal({ id: "01JD0000000000000000000002", name: "Red lentil soup", allergens: {} }),
};
const dal: BookMeal = {
  code: "dal",
  rev: 1,
  meal: meal({ id: "01JD0000000000000000000003", name: "Dal", cuisine: 3, allergens: { nuts: "no_data" } }),
};
const book: Book = {
  data: [kofta, dal, soup],
  cuisines: [
    { id: 2, name: "Arabic" },
    { id: 3, name: "Indian" },
  ],
  allergens: ["sesame", "nuts"],
  diets: ["Vegan"],
};

const cook = { id: "S2", name: "Rosa", client_type: "Operator", operator_role: "kitchen" } as Profile;
let answers: Record<string, unknown>;
let person = 0;
const open = (at: string) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Routes>
        <Route path="/kitchen/*" element={<KitchenPage />} />
      </Routes>
      <Link to="/kitchen/meals">to the book</Link>
    </MemoryRouter>,
  );
const asked = (method: string, path: string) =>
  call.mock.calls.filter(([m, p]) => m === method && String(p).startsWith(path));
const field = (label: string) => screen.findByLabelText(label, { exact: true });
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const kept = async () => {
  const { db } = useDevice.getState();
  return db ? readValue(db, "meals") : undefined;
};

beforeEach(async () => {
  vi.clearAllMocks();
  URL.createObjectURL = vi.fn(() => "blob:1");
  person += 1;
  useDevice.setState({ db: await openDb(`cook${person}`), problem: null });
  useSession.setState({ profile: cook, signedIn: true, locked: null });
  answers = { "GET /api/kitchen/meals": book };
  call.mockImplementation(async (method, path) => {
    const found = Object.entries(answers).find(([start]) => `${method} ${path}`.startsWith(start));
    if (!found) throw new Fault(404, { message: "Not found." });
    if (found[1] instanceof Error) throw found[1];
    return found[1] as never;
  });
});
afterEach(() => {
  useDevice.getState().db?.close();
  useDevice.setState({ db: null });
});

test("the book shows what is in use, marks what nobody knows the allergens of, and finds by name, code and cuisine", async () => {
  open("/kitchen/meals");
  const list = await screen.findByRole("list", { name: said.title });
  expect(within(list).getAllByRole("listitem")).toHaveLength(2);
  expect(within(list).queryByText("Red lentil soup")).toBeNull();
  expect(within(screen.getByRole("link", { name: /Dal/ })).getByText(said.noAllergens)).toBeVisible();
  expect(within(screen.getByRole("link", { name: /Kofta/ })).queryByText(said.noAllergens)).toBeNull();
  await userEvent.type(await field(said.search), "kof");
  await waitFor(() => expect(screen.queryByRole("link", { name: /Dal/ })).toBeNull());
  await userEvent.clear(await field(said.search));
  await userEvent.selectOptions(await field(said.cuisine), "Indian");
  await waitFor(() => expect(screen.queryByRole("link", { name: /Kofta/ })).toBeNull());
  await userEvent.click(screen.getByRole("radio", { name: said.which.archived }));
  await screen.findByText(said.none);
});

test("what is written survives leaving the page, is said in the book, and is gone once it is saved", async () => {
  const first = open("/kitchen/meals/01JD0000000000000000000001");
  const name = await field(said.name);
  await userEvent.clear(name);
  await userEvent.type(name, "Kofta, grilled");
  await waitFor(async () => expect((await kept())?.[kofta.meal.id]?.form.name).toBe("Kofta, grilled"));
  first.unmount();
  answers["GET /api/kitchen/meals"] = new Offline("network");
  const again = open("/kitchen/meals");
  await screen.findByText(said.unsaved);
  again.unmount();
  open("/kitchen/meals/01JD0000000000000000000001");
  expect(await field(said.name)).toHaveValue("Kofta, grilled");
  answers["PUT /api/kitchen/meals"] = new Offline("network");
  await press(said.save);
  await waitFor(() => expect(screen.getAllByText(said.keptOffline).length).toBeGreaterThan(0));
  answers["PUT /api/kitchen/meals"] = { ...kofta, rev: 4, meal: meal({ name: "Kofta, grilled" }) };
  await press(said.save);
  await screen.findByText(said.asSaved);
  expect(asked("PUT", "/api/kitchen/meals")[1]?.[2]).toMatchObject({ rev: 3, code: "kofta", meal: { price: 4200 } });
  await waitFor(async () => expect(await kept()).toEqual({}));
});

test("what is typed while a meal is being saved stays, and is saved next", async () => {
  open("/kitchen/meals/01JD0000000000000000000001");
  await userEvent.type(await field(said.name), "!");
  let release = (_: BookMeal) => {};
  answers["PUT /api/kitchen/meals"] = new Promise<BookMeal>((done) => {
    release = done;
  });
  await press(said.save);
  await waitFor(() => expect(asked("PUT", "/api/kitchen/meals")).toHaveLength(1));
  await userEvent.type(await field(said.description), " Grilled.");
  release({ ...kofta, rev: 4, meal: meal({ name: "Kofta!" }) });
  await screen.findByText(said.kept);
  expect(await field(said.description)).toHaveValue("Two skewers. Grilled.");
  expect((await kept())?.[kofta.meal.id]).toMatchObject({ rev: 4, form: { description: "Two skewers. Grilled." } });
  answers["PUT /api/kitchen/meals"] = {
    ...kofta,
    rev: 5,
    meal: meal({ name: "Kofta!", description: "Two skewers. Grilled." }),
  };
  await press(said.save);
  await screen.findByText(said.asSaved);
  expect(asked("PUT", "/api/kitchen/meals")[1]?.[2]).toMatchObject({ rev: 4, meal: { name: "Kofta!" } });
  await waitFor(async () => expect(await kept()).toEqual({}));
});

/** Writes a new meal and saves it, and answers how the server comes to have it. */
async function saveSlowly() {
  open("/kitchen/meals/new");
  await userEvent.type(await field(said.name), "Pea soup");
  await userEvent.type(await field(said.price), "30");
  let release = () => {};
  call.mockImplementation(async (method, _, body) => {
    if (method === "GET") return book as never;
    await new Promise<void>((done) => {
      release = done;
    });
    return { rev: 1, ...(body as object) } as never;
  });
  await press(said.create);
  await waitFor(() => expect(asked("POST", "/api/kitchen/meals")).toHaveLength(1));
  return () => release();
}

test("what is typed while a new meal is being saved goes along to its page", async () => {
  const release = await saveSlowly();
  await userEvent.type(await field(said.description), "Green.");
  release();
  const id = (asked("POST", "/api/kitchen/meals")[0]?.[2] as BookMeal | undefined)?.meal.id ?? "";
  await waitFor(async () => expect(Object.keys((await kept()) ?? {})).toEqual([id]));
  await screen.findByRole("button", { name: said.save });
  expect(await field(said.description)).toHaveValue("Green.");
  expect((await kept())?.[id]).toMatchObject({ id, rev: 1, form: { description: "Green." } });
});

/** Chooses a photo, and answers how the server comes to have it. */
async function photograph() {
  let arrive = (_: { photo: string }) => {};
  answers["POST /api/kitchen/photos"] = new Promise<{ photo: string }>((done) => {
    arrive = done;
  });
  await userEvent.upload(await field(said.photo), new File(["lunch"], "lunch.jpg", { type: "image/jpeg" }));
  await waitFor(() => expect(asked("POST", "/api/kitchen/photos")).toHaveLength(1));
  return () => arrive({ photo: "00ff" });
}

test("a photo that is still on its way when a new meal is saved is on the meal's page, and saved next", async () => {
  open("/kitchen/meals/new");
  await userEvent.type(await field(said.name), "Pea soup");
  await userEvent.type(await field(said.price), "30");
  const arrive = await photograph();
  call.mockImplementation(async (method, path, body) => {
    if (method === "GET") return book as never;
    if (path === "/api/kitchen/photos") throw new Error("twice");
    return { rev: method === "POST" ? 1 : 2, ...(body as object) } as never;
  });
  await press(said.create);
  await screen.findByRole("button", { name: said.save });
  arrive();
  await waitFor(() => expect(document.querySelector("img.photo")).toHaveAttribute("src", "/api/menu/photo/00ff"));
  await press(said.save);
  await screen.findByText(said.asSaved);
  expect(asked("PUT", "/api/kitchen/meals")[0]?.[2]).toMatchObject({ rev: 1, meal: { art: { photo: "00ff" } } });
});

test("what is chosen for the plate while a photo is on its way stays beside it", async () => {
  open("/kitchen/meals/01JD0000000000000000000001");
  const arrive = await photograph();
  await userEvent.selectOptions(await field(said.mains), "Falafel");
  arrive();
  await waitFor(async () =>
    expect((await kept())?.[kofta.meal.id]?.form.art).toMatchObject({ photo: "00ff", protein: ["falafel"] }),
  );
});

test("whoever leaves while a new meal is being saved stays where they went", async () => {
  const release = await saveSlowly();
  await userEvent.click(screen.getByRole("link", { name: "to the book" }));
  await screen.findByRole("list", { name: said.title });
  release();
  await waitFor(async () => expect(await kept()).toEqual({}));
  expect(screen.getByRole("list", { name: said.title })).toBeVisible();
});

test("a save does not take away what another page keeps of the meal", async () => {
  open("/kitchen/meals/01JD0000000000000000000001");
  await userEvent.type(await field(said.name), "!");
  await waitFor(async () => expect((await kept())?.[kofta.meal.id]?.form.name).toBe("Kofta!"));
  const { db } = useDevice.getState();
  const mine = (await kept())?.[kofta.meal.id];
  if (!db || !mine) throw new Error("nothing is kept");
  const theirs = { ...mine, form: { ...mine.form, description: "Three skewers." } };
  await writeValue(db, "meals", { [kofta.meal.id]: theirs });
  answers["PUT /api/kitchen/meals"] = { ...kofta, rev: 4, meal: meal({ name: "Kofta!" }) };
  await press(said.save);
  await screen.findByText(said.asSaved);
  expect(await kept()).toEqual({ [kofta.meal.id]: theirs });
});

test("an allergen is one of three things, a press takes it back, and the preview never says free from", async () => {
  open("/kitchen/meals/01JD0000000000000000000001");
  const preview = await screen.findByRole("region", { name: said.preview });
  expect(within(preview).getByText("Contains sesame")).toBeVisible();
  const nuts = within(screen.getByRole("group", { name: "nuts" }));
  await userEvent.click(nuts.getByRole("button", { name: said.presence.may_contain }));
  await within(preview).findByText("May contain nuts");
  await userEvent.click(nuts.getByRole("button", { name: said.presence.no_data }));
  await within(preview).findByText("No data about nuts");
  await userEvent.click(nuts.getByRole("button", { name: said.presence.no_data }));
  await waitFor(() => expect(within(preview).queryByText("No data about nuts")).toBeNull());
  expect(within(preview).getByText("Where we name no allergen, we have no data about it.")).toBeVisible();
  expect(preview).not.toHaveTextContent(/free/i);
  expect(nuts.getByRole("button", { name: said.presence.contains })).toHaveAttribute("aria-pressed", "false");
});

test("two people's changes meet field by field, and what is chosen is saved over the newer one", async () => {
  open("/kitchen/meals/01JD0000000000000000000001");
  const name = await field(said.name);
  await userEvent.clear(name);
  await userEvent.type(name, "My kofta");
  const price = await field(said.price);
  await userEvent.clear(price);
  await userEvent.type(price, "40");
  const theirs = { ...kofta, rev: 7, meal: meal({ name: "Their kofta", description: "Three skewers." }) };
  answers["PUT /api/kitchen/meals"] = new Fault(409, { reason: "meal_changed", detail: theirs });
  await press(said.save);
  const sheet = within(await screen.findByRole("dialog", { name: said.changedTitle }));
  expect(sheet.getByText("My kofta")).toBeVisible();
  expect(sheet.getByText("Their kofta")).toBeVisible();
  expect(
    within(sheet.getByRole("radiogroup", { name: "Price" })).getByRole("radio", { name: said.mine }),
  ).toBeChecked();
  expect(
    within(sheet.getByRole("radiogroup", { name: "Description" })).getByRole("radio", { name: said.theirs }),
  ).toBeChecked();
  await userEvent.click(
    within(sheet.getByRole("radiogroup", { name: "Name" })).getByRole("radio", { name: said.theirs }),
  );
  const both = meal({ name: "Their kofta", description: "Three skewers.", price: 4000 });
  answers["PUT /api/kitchen/meals"] = { ...kofta, rev: 8, meal: both };
  await userEvent.click(sheet.getByRole("button", { name: said.keepChosen }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(asked("PUT", "/api/kitchen/meals")[1]?.[2]).toMatchObject({ rev: 7, meal: both });
  expect(await field(said.name)).toHaveValue("Their kofta");
});

test("a change that somebody made beside ours is no question when it says nothing about the meal", async () => {
  open("/kitchen/meals/01JD0000000000000000000001");
  const name = await field(said.name);
  await userEvent.type(name, "!");
  const saved = { ...kofta, rev: 6, meal: meal({ name: "Kofta!" }) };
  let revs = 0;
  call.mockImplementation(async (method, _, body) => {
    if (method === "GET") return book as never;
    revs += 1;
    const { rev } = body as { rev: number };
    if (rev === 3) throw new Fault(409, { reason: "meal_changed", detail: { ...kofta, rev: 5 } });
    return saved as never;
  });
  await press(said.save);
  await screen.findByText(said.asSaved);
  expect(revs).toBe(2);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a new meal is called by its name, keeps its id however often it is sent, and what is missing is said", async () => {
  open("/kitchen/meals/new");
  await userEvent.type(await field(said.name), "Halloumi & Mint");
  expect(await field(said.code)).toHaveValue("halloumi-mint");
  await press(said.create);
  await screen.findByText(said.priceWrong);
  expect(asked("POST", "/api/kitchen/meals")).toEqual([]);
  await userEvent.type(await field(said.price), "38");
  answers["POST /api/kitchen/meals"] = new Fault(422, {
    message: "Wrong.",
    errors: { "meal.price": ["The price must be above zero."] },
  });
  await press(said.create);
  await screen.findByText("The price must be above zero.");
  answers["POST /api/kitchen/meals"] = new Offline("network");
  await press(said.create);
  await waitFor(() => expect(asked("POST", "/api/kitchen/meals")).toHaveLength(2));
  const [one, other] = asked("POST", "/api/kitchen/meals").map(([, , body]) => body as BookMeal);
  expect(one?.meal.id).toMatch(/^[0-9A-Z]{26}$/);
  expect(other?.meal.id).toBe(one?.meal.id);
  expect(other).toMatchObject({ code: "halloumi-mint", meal: { name: "Halloumi & Mint", price: 3800, cuisine: 2 } });
});

test("a copy has a name and a code of its own, and does not push an unfinished meal aside unasked", async () => {
  const first = open(`/kitchen/meals/new?from=${kofta.meal.id}`);
  expect(await field(said.name)).toHaveValue("Kofta (copy)");
  expect(await field(said.code)).toHaveValue("kofta-copy");
  await waitFor(async () => expect((await kept())?.new?.form.name).toBe("Kofta (copy)"));
  first.unmount();
  open(`/kitchen/meals/new?from=${dal.meal.id}`);
  await screen.findByText(said.otherNew);
  await press(said.goOn);
  expect(await field(said.name)).toHaveValue("Kofta (copy)");
});

test("a meal that is planned is not archived, and the dates are named", async () => {
  open("/kitchen/meals/01JD0000000000000000000001");
  answers[`POST /api/kitchen/meals/${kofta.meal.id}/archive`] = new Fault(409, {
    reason: "meal_planned",
    detail: { dates: ["2026-11-30"] },
  });
  await press(said.archive);
  await screen.findByText(/Monday.*30 November/);
  answers[`POST /api/kitchen/meals/${kofta.meal.id}/archive`] = { ...kofta, rev: 4, archived: true };
  await press(said.archive);
  await screen.findByRole("button", { name: said.restore });
});

test("a picture is put together from what the app can draw, and the rest of it stays", async () => {
  open("/kitchen/meals/01JD0000000000000000000001");
  await userEvent.selectOptions(await field(said.mains), "Falafel");
  await userEvent.click(within(screen.getByText(said.plateOf).parentElement as HTMLElement).getByLabelText("Sky"));
  await waitFor(async () =>
    expect((await kept())?.[kofta.meal.id]?.form.art).toMatchObject({ plate: "sky", protein: ["falafel"] }),
  );
  await userEvent.click(await field(said.take("Falafel", said.mains)));
  await waitFor(async () =>
    expect((await kept())?.[kofta.meal.id]?.form.art).toEqual({
      id: "kofta",
      layout: "plate",
      plate: "sky",
      protein: [],
    }),
  );
});

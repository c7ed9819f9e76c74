import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { bookWords as words } from "#pwa/i18n/book";
import { KitchenPage } from "#pwa/office/kitchen-page";
import { readValue, writeValue } from "#pwa/offline/db";
import type { Book, BookMeal, Meal } from "#pwa/offline/wire";
import { gate } from "#pwa/testing/gate";
import { mealOf, signInOperator, storage } from "#pwa/testing/kitchen";
import { openAt, press } from "#pwa/testing/open-at";
import { lost, reply, type Site } from "#pwa/testing/site";
import type * as pictures from "#pwa/ui/shrink-picture";

vi.mock("#pwa/ui/shrink-picture", async (original) => ({
  ...(await original<typeof pictures>()),
  shrinkPicture: async () => "c21hbGw=",
}));

const kofta: BookMeal = { code: "kofta", rev: 3, meal: mealOf({}) };
const soup: BookMeal = {
  code: "soup",
  rev: 1,
  archived: true,
  meal: mealOf({ id: "01JD0000000000000000000002", name: "Red lentil soup", allergens: {} }),
};
const dal: BookMeal = {
  code: "dal",
  rev: 1,
  meal: mealOf({ id: "01JD0000000000000000000003", name: "Dal", cuisine: 3, allergens: { nuts: "no_data" } }),
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

const koftaPath = `/api/kitchen/meals/${kofta.meal.id}`;
let site: Site;
const Kitchen = () => (
  <>
    <KitchenPage />
    <Link to="/kitchen/meals">to the book</Link>
  </>
);
const open = (at: string) => openAt(at, { "/kitchen/*": <Kitchen /> });
const openKofta = () => open(`/kitchen/meals/${kofta.meal.id}`);
const field = (label: string) => screen.findByLabelText(label, { exact: true });
const rewrite = async (label: string, text: string) => {
  await userEvent.clear(await field(label));
  await userEvent.type(await field(label), text);
};
const kept = () => readValue(storage(), "meals");
const keptKofta = async () => (await kept())?.[kofta.meal.id];
/** What the server has of the kofta once it was saved so. */
const saved = (rev: number, change: Partial<Meal>) => ({ ...kofta, rev, meal: mealOf(change) });

beforeEach(async () => {
  URL.createObjectURL = vi.fn(() => "blob:1");
  site = await signInOperator();
  site.on["GET /api/kitchen/meals"] = reply(book);
});

test("the book shows what is in use, marks what nobody knows the allergens of, and finds by name, code and cuisine", async () => {
  open("/kitchen/meals");
  const list = await screen.findByRole("list", { name: words.title });
  expect(within(list).getAllByRole("listitem")).toHaveLength(2);
  expect(within(list).queryByText("Red lentil soup")).toBeNull();
  expect(within(screen.getByRole("link", { name: /Dal/ })).getByText(words.noAllergens)).toBeVisible();
  expect(within(screen.getByRole("link", { name: /Kofta/ })).queryByText(words.noAllergens)).toBeNull();
  await userEvent.type(await field(words.search), "kof");
  await waitFor(() => expect(screen.queryByRole("link", { name: /Dal/ })).toBeNull());
  await userEvent.clear(await field(words.search));
  await userEvent.selectOptions(await field(words.cuisine), "Indian");
  await waitFor(() => expect(screen.queryByRole("link", { name: /Kofta/ })).toBeNull());
  await userEvent.click(screen.getByRole("radio", { name: words.which.archived }));
  await screen.findByText(words.none);
});

test("what is written survives leaving the page, is said in the book, and is gone once it is saved", async () => {
  const first = openKofta();
  await rewrite(words.name, "Kofta, grilled");
  await waitFor(async () => expect((await keptKofta())?.form.name).toBe("Kofta, grilled"));
  first.unmount();
  site.on["GET /api/kitchen/meals"] = lost;
  const again = open("/kitchen/meals");
  await screen.findByText(words.unsaved);
  again.unmount();
  openKofta();
  expect(await field(words.name)).toHaveValue("Kofta, grilled");
  site.on[`PUT ${koftaPath}`] = lost;
  await press(words.save);
  await waitFor(() => expect(screen.getAllByText(words.keptOffline).length).toBeGreaterThan(0));
  site.on[`PUT ${koftaPath}`] = reply(saved(4, { name: "Kofta, grilled" }));
  await press(words.save);
  await screen.findByText(words.asSaved);
  expect(site.sent("PUT", koftaPath)[1]).toMatchObject({ rev: 3, code: "kofta", meal: { price: 4200 } });
  await waitFor(async () => expect(await kept()).toEqual({}));
});

test("what is typed while a meal is being saved stays, and is saved next", async () => {
  openKofta();
  await userEvent.type(await field(words.name), "!");
  const answer = gate<BookMeal>();
  site.on[`PUT ${koftaPath}`] = async () => ({ status: 200, body: await answer.opened });
  await press(words.save);
  await waitFor(() => expect(site.sent("PUT", koftaPath)).toHaveLength(1));
  await userEvent.type(await field(words.description), " Grilled.");
  answer.open(saved(4, { name: "Kofta!" }));
  await screen.findByText(words.kept);
  expect(await field(words.description)).toHaveValue("Two skewers. Grilled.");
  expect(await keptKofta()).toMatchObject({ rev: 4, form: { description: "Two skewers. Grilled." } });
  site.on[`PUT ${koftaPath}`] = reply(saved(5, { name: "Kofta!", description: "Two skewers. Grilled." }));
  await press(words.save);
  await screen.findByText(words.asSaved);
  expect(site.sent("PUT", koftaPath)[1]).toMatchObject({ rev: 4, meal: { name: "Kofta!" } });
  await waitFor(async () => expect(await kept()).toEqual({}));
});

/** Writes a new meal. */
async function writeNew() {
  open("/kitchen/meals/new");
  await userEvent.type(await field(words.name), "Pea soup");
  await userEvent.type(await field(words.price), "30");
}

/** Writes a new meal and saves it, and answers how the server comes to have it. */
async function saveSlowly() {
  await writeNew();
  const { opened, open: release } = gate();
  site.on["POST /api/kitchen/meals"] = async (body) => {
    await opened;
    return { status: 200, body: { rev: 1, ...(body as object) } };
  };
  await press(words.create);
  await waitFor(() => expect(site.sent("POST", "/api/kitchen/meals")).toHaveLength(1));
  return release;
}

test("what is typed while a new meal is being saved goes along to its page", async () => {
  const release = await saveSlowly();
  await userEvent.type(await field(words.description), "Green.");
  release();
  const [
    {
      meal: { id },
    },
  ] = site.sent("POST", "/api/kitchen/meals") as [BookMeal];
  await waitFor(async () => expect(Object.keys((await kept()) ?? {})).toEqual([id]));
  await screen.findByRole("button", { name: words.save });
  expect(await field(words.description)).toHaveValue("Green.");
  expect((await kept())?.[id]).toMatchObject({ id, rev: 1, form: { description: "Green." } });
});

/** Chooses a photo, and answers how the server comes to have it. */
async function photograph() {
  const { opened, open: arrive } = gate();
  site.on["POST /api/kitchen/photos"] = () => opened.then(() => ({ status: 200, body: { photo: "00ff" } }));
  await userEvent.upload(await field(words.photo), new File(["lunch"], "lunch.jpg", { type: "image/jpeg" }));
  await waitFor(() => expect(site.sent("POST", "/api/kitchen/photos")).toHaveLength(1));
  return arrive;
}

test("a photo that is still on its way when a new meal is saved is on the meal's page, and saved next", async () => {
  await writeNew();
  const arrive = await photograph();
  site.on["POST /api/kitchen/meals"] = (body) => ({ status: 200, body: { rev: 1, ...(body as object) } });
  site.on["PUT /api/kitchen/meals/*"] = (body) => ({ status: 200, body: { ...(body as object), rev: 2 } });
  await press(words.create);
  await screen.findByRole("button", { name: words.save });
  arrive();
  await waitFor(() => expect(document.querySelector("img.photo")).toHaveAttribute("src", "/api/menu/photo/00ff"));
  await press(words.save);
  await screen.findByText(words.asSaved);
  expect(site.sent("PUT", "/api/kitchen/meals")[0]).toMatchObject({ rev: 1, meal: { art: { photo: "00ff" } } });
  expect(site.sent("POST", "/api/kitchen/photos")).toHaveLength(1);
});

test("what is chosen for the plate while a photo is on its way stays beside it", async () => {
  openKofta();
  const arrive = await photograph();
  await userEvent.selectOptions(await field(words.mains), "Falafel");
  arrive();
  await waitFor(async () =>
    expect((await keptKofta())?.form.art).toMatchObject({ photo: "00ff", protein: ["falafel"] }),
  );
});

test("whoever leaves while a new meal is being saved stays where they went", async () => {
  const release = await saveSlowly();
  await userEvent.click(screen.getByRole("link", { name: "to the book" }));
  await screen.findByRole("list", { name: words.title });
  release();
  await waitFor(async () => expect(await kept()).toEqual({}));
  expect(screen.getByRole("list", { name: words.title })).toBeVisible();
});

test("a save does not take away what another page keeps of the meal", async () => {
  openKofta();
  await userEvent.type(await field(words.name), "!");
  await waitFor(async () => expect((await keptKofta())?.form.name).toBe("Kofta!"));
  const mine = await keptKofta();
  if (!mine) throw new Error("nothing is kept");
  const theirs = { ...mine, form: { ...mine.form, description: "Three skewers." } };
  await writeValue(storage(), "meals", { [kofta.meal.id]: theirs });
  site.on[`PUT ${koftaPath}`] = reply(saved(4, { name: "Kofta!" }));
  await press(words.save);
  await screen.findByText(words.asSaved);
  expect(await kept()).toEqual({ [kofta.meal.id]: theirs });
});

test("an allergen is one of three things, a press takes it back, and the preview never says free from", async () => {
  openKofta();
  const preview = await screen.findByRole("region", { name: words.preview });
  expect(within(preview).getByText("Contains sesame")).toBeVisible();
  const nuts = within(screen.getByRole("group", { name: "nuts" }));
  await userEvent.click(nuts.getByRole("button", { name: words.presence.may_contain }));
  await within(preview).findByText("May contain nuts");
  await userEvent.click(nuts.getByRole("button", { name: words.presence.no_data }));
  await within(preview).findByText("No data about nuts");
  await userEvent.click(nuts.getByRole("button", { name: words.presence.no_data }));
  await waitFor(() => expect(within(preview).queryByText("No data about nuts")).toBeNull());
  expect(within(preview).getByText("Where we name no allergen, we have no data about it.")).toBeVisible();
  expect(preview).not.toHaveTextContent(/free/i);
  expect(nuts.getByRole("button", { name: words.presence.contains })).toHaveAttribute("aria-pressed", "false");
});

test("two people's changes meet field by field, and what is chosen is saved over the newer one", async () => {
  openKofta();
  await rewrite(words.name, "My kofta");
  await rewrite(words.price, "40");
  const theirs = { name: "Their kofta", description: "Three skewers." };
  site.on[`PUT ${koftaPath}`] = reply({ reason: "meal_changed", detail: saved(7, theirs) }, 409);
  await press(words.save);
  const sheet = within(await screen.findByRole("dialog", { name: words.changedTitle }));
  expect(sheet.getByText("My kofta")).toBeVisible();
  expect(sheet.getByText("Their kofta")).toBeVisible();
  const choice = (of: string, name: string) =>
    within(sheet.getByRole("radiogroup", { name: of })).getByRole("radio", { name });
  expect(choice("Price", words.mine)).toBeChecked();
  expect(choice("Description", words.theirs)).toBeChecked();
  await userEvent.click(choice("Name", words.theirs));
  const both = saved(8, { ...theirs, price: 4000 });
  site.on[`PUT ${koftaPath}`] = reply(both);
  await userEvent.click(sheet.getByRole("button", { name: words.keepChosen }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(site.sent("PUT", koftaPath)[1]).toMatchObject({ rev: 7, meal: both.meal });
  expect(await field(words.name)).toHaveValue("Their kofta");
});

test("a change that somebody made beside ours is no question when it says nothing about the meal", async () => {
  openKofta();
  await userEvent.type(await field(words.name), "!");
  site.on[`PUT ${koftaPath}`] = (body) =>
    (body as BookMeal).rev === 3
      ? { status: 409, body: { reason: "meal_changed", detail: { ...kofta, rev: 5 } } }
      : { status: 200, body: saved(6, { name: "Kofta!" }) };
  await press(words.save);
  await screen.findByText(words.asSaved);
  expect(site.sent("PUT", koftaPath)).toHaveLength(2);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a new meal is called by its name, keeps its id however often it is sent, and what is missing is said", async () => {
  open("/kitchen/meals/new");
  await userEvent.type(await field(words.name), "Halloumi & Mint");
  expect(await field(words.code)).toHaveValue("halloumi-mint");
  await press(words.create);
  await screen.findByText(words.priceWrong);
  expect(site.sent("POST", "/api/kitchen/meals")).toEqual([]);
  await userEvent.type(await field(words.price), "38");
  const errors = { "meal.price": ["The price must be above zero."] };
  site.on["POST /api/kitchen/meals"] = reply({ message: "Wrong.", errors }, 422);
  await press(words.create);
  await screen.findByText("The price must be above zero.");
  site.on["POST /api/kitchen/meals"] = lost;
  await press(words.create);
  await waitFor(() => expect(site.sent("POST", "/api/kitchen/meals")).toHaveLength(2));
  const [one, other] = site.sent("POST", "/api/kitchen/meals") as BookMeal[];
  expect(one?.meal.id).toMatch(/^[0-9A-Z]{26}$/);
  expect(other?.meal.id).toBe(one?.meal.id);
  expect(other).toMatchObject({ code: "halloumi-mint", meal: { name: "Halloumi & Mint", price: 3800, cuisine: 2 } });
});

test("a copy has a name and a code of its own, and does not push an unfinished meal aside unasked", async () => {
  const first = open(`/kitchen/meals/new?from=${kofta.meal.id}`);
  expect(await field(words.name)).toHaveValue("Kofta (copy)");
  expect(await field(words.code)).toHaveValue("kofta-copy");
  await waitFor(async () => expect((await kept())?.new?.form.name).toBe("Kofta (copy)"));
  first.unmount();
  open(`/kitchen/meals/new?from=${dal.meal.id}`);
  await screen.findByText(words.otherNew);
  await press(words.goOn);
  expect(await field(words.name)).toHaveValue("Kofta (copy)");
});

test("a meal that is planned is not archived, and the dates are named", async () => {
  openKofta();
  site.on[`POST ${koftaPath}/archive`] = reply({ reason: "meal_planned", detail: { dates: ["2026-11-30"] } }, 409);
  await press(words.archive);
  await screen.findByText(/Monday.*30 November/);
  site.on[`POST ${koftaPath}/archive`] = reply({ ...kofta, rev: 4, archived: true });
  await press(words.archive);
  await screen.findByRole("button", { name: words.restore });
});

test("a picture is put together from what the app can draw, and the rest of it stays", async () => {
  openKofta();
  await userEvent.selectOptions(await field(words.mains), "Falafel");
  await userEvent.click(within(screen.getByText(words.plateOf).parentElement as HTMLElement).getByLabelText("Sky"));
  await waitFor(async () =>
    expect((await keptKofta())?.form.art).toMatchObject({ plate: "sky", protein: ["falafel"] }),
  );
  await userEvent.click(await field(words.take("Falafel", words.mains)));
  await waitFor(async () =>
    expect((await keptKofta())?.form.art).toEqual({
      id: "kofta",
      layout: "plate",
      plate: "sky",
      protein: [],
    }),
  );
});

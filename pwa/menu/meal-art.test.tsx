import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { MealArt } from "#pwa/menu/meal-art";
import { PromoPicture } from "#pwa/menu/promo-picture";

const bowl = { id: "a", layout: "bowl", base: "quinoa", protein: ["chicken"], veg: ["tomato"], tint: "sky" };
let made: Blob[] = [];
const becomes = (src: string) => waitFor(() => expect(document.querySelector("img")).toHaveAttribute("src", src));

beforeEach(() => {
  made = [];
  URL.createObjectURL = vi.fn((blob: Blob) => `blob:${made.push(blob)}`) as typeof URL.createObjectURL;
});

test("the table's colour is there before the picture, under the same name", async () => {
  render(<MealArt art={{ ...bowl, id: "first" }} alt="Chicken bowl" />);
  expect(screen.getByRole("img", { name: "Chicken bowl" })).toHaveClass("t-sky");
  expect(document.querySelector("img")).toBeNull();
  await waitFor(() => expect(document.querySelector("img")).toHaveAttribute("alt", "Chicken bowl"));
});

test("a picture becomes an image and is drawn once, however often it is shown", async () => {
  const art = { ...bowl, id: "often" };
  const { rerender } = render(<MealArt art={art} alt="Bowl" />);
  await becomes("blob:1");
  rerender(
    <>
      <MealArt art={{ ...art }} alt="Bowl" />
      <MealArt art={{ ...art }} alt="Bowl again" />
    </>,
  );
  expect(document.querySelectorAll("img")).toHaveLength(2);
  expect(made).toHaveLength(1);
  expect(made[0]?.type).toBe("image/svg+xml");
});

test("the promotional picture is one image of four meals, drawn once", async () => {
  render(
    <>
      <PromoPicture />
      <PromoPicture />
    </>,
  );
  await waitFor(() => expect(document.querySelectorAll("img[src='blob:1']")).toHaveLength(2));
  const parsed = new DOMParser().parseFromString((await made[0]?.text()) ?? "", "image/svg+xml");
  expect(parsed.querySelectorAll("svg svg[x]")).toHaveLength(4);
  const ids = [...parsed.querySelectorAll("[id]")].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a photo stands where the plate would, and the plate where the photo cannot be had", async () => {
  const art = { ...bowl, id: "photographed", photo: "00ff" };
  const { rerender } = render(<MealArt art={art} alt="Bowl" />);
  const photo = await screen.findByRole("img", { name: "Bowl" });
  expect(photo).toHaveAttribute("src", "/api/menu/photo/00ff");
  fireEvent.error(photo);
  await becomes("blob:1");
  rerender(<MealArt art={{ ...art, photo: "00ee" }} alt="Bowl" />);
  await becomes("/api/menu/photo/00ee");
});

test("a photo that could not come without a connection comes with it", async () => {
  render(<MealArt art={{ ...bowl, id: "in a tunnel", photo: "00ff" }} alt="Bowl" />);
  fireEvent.error(await screen.findByRole("img", { name: "Bowl" }));
  await becomes("blob:1");
  fireEvent(window, new Event("online"));
  await becomes("/api/menu/photo/00ff");
});

test("a thumb is another drawing than the full picture", async () => {
  const art = { ...bowl, id: "both" };
  render(
    <>
      <MealArt art={art} />
      <MealArt art={art} detail="thumb" />
    </>,
  );
  await waitFor(() => expect(made).toHaveLength(2));
  expect(await made[0]?.text()).not.toBe(await made[1]?.text());
});

test("the large picture of a screen stands in the page, with its words", async () => {
  render(<MealArt art={bowl} alt="Chicken & quinoa" inline />);
  const title = await screen.findByText("Chicken & quinoa");
  expect(title.closest("svg")).toHaveAttribute("role", "img");
  expect(made).toHaveLength(0);
});

test("sixty thumbs are not drawn in one go", async () => {
  const slices: number[] = [];
  let before = 0;
  vi.stubGlobal("requestIdleCallback", (work: (idle: IdleDeadline) => void) =>
    setTimeout(() => {
      work({ didTimeout: false, timeRemaining: () => 0 });
      slices.push(made.length - before);
      before = made.length;
    }),
  );
  render(
    Array.from({ length: 60 }, (_, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: sixty fixed pictures
      <MealArt key={n} art={{ ...bowl, id: `thumb ${n}` }} detail="thumb" />
    )),
  );
  await waitFor(() => expect(made).toHaveLength(60));
  expect(Math.max(...slices)).toBe(1);
  vi.unstubAllGlobals();
});

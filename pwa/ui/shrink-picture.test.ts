import { expect, test } from "vitest";
import { kindOf, NotAPicture, shrinkPicture, squareOf } from "#pwa/ui/shrink-picture";

const bytes = (...all: number[]) => new Uint8Array(all);
const text = (words: string) => new TextEncoder().encode(words);

test.each([
  ["a JPEG", bytes(0xff, 0xd8, 0xff, 0xe1), "jpeg"],
  ["a PNG", bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), "png"],
  ["a WebP", text("RIFF1234WEBPVP8 "), "webp"],
  ["another RIFF", text("RIFF1234WAVEfmt "), null],
  ["a GIF", text("GIF89a"), null],
  ["a drawing", text("<svg onload=alert(1)>"), null],
  ["nothing", bytes(), null],
])("what it is by its first bytes: %s", (_, head, kind) => expect(kindOf(head)).toBe(kind));

test("the square is in the middle, and of an upright picture nearer to its top", () => {
  expect(squareOf(900, 600)).toEqual({ x: 150, y: 0, side: 600 });
  expect(squareOf(600, 900)).toEqual({ x: 0, y: 100, side: 600 });
  expect(squareOf(1, 1)).toEqual({ x: 0, y: 0, side: 1 });
});

test("something else is refused before anything tries to draw it", async () => {
  await expect(shrinkPicture(new Blob([text("%PDF-1.7 not a picture")]))).rejects.toEqual(new NotAPicture("kind"));
  const huge = { size: 26 * 2 ** 20 } as Blob;
  await expect(shrinkPicture(huge)).rejects.toEqual(new NotAPicture("big"));
});

import { encode } from "uqr";
import { afterEach, expect, test, vi } from "vitest";
import { qrReader } from "#pwa/ui/qr-reader";

const code = "01K5S0D3V7YB2Q8R4T6W9X1Z3C.9xJkq2w7Xb5ZtF3hG8mN1pR6sV0yC4dL";

/** What a camera of 1280 × 720 shows of a white paper with a code on a grey desk, read at the size that is asked for. */
function paper(text: string) {
  const rows = encode(text, { border: 4 }).data;
  const module = Math.floor(560 / rows.length);
  const brightness = (x: number, y: number) => {
    const dark = rows[Math.floor((y - 80) / module)]?.[Math.floor((x - 360) / module)];
    return dark === undefined ? 150 : dark ? 20 : 240;
  };
  return (width: number, height: number) => {
    const data = new Uint8ClampedArray(width * height * 4);
    for (let at = 0; at < width * height; at++) {
      const grey = brightness(((at % width) * 1280) / width, (Math.floor(at / width) * 720) / height);
      data.set([grey, grey, grey, 255], at * 4);
    }
    return { width, height, data };
  };
}

const video = { videoWidth: 1280, videoHeight: 720 } as HTMLVideoElement;

function before(picture: ReturnType<typeof paper>, formats?: string[]) {
  const sizes: number[][] = [];
  const getImageData = (_x: number, _y: number, width: number, height: number) => {
    sizes.push([width, height]);
    return picture(width, height);
  };
  const canvas = { canvas: {}, drawImage: () => {}, getImageData };
  vi.stubGlobal("document", { createElement: () => ({ getContext: () => canvas }) });
  class Detector {
    static getSupportedFormats = async () => formats;
    detect = async () => [{ rawValue: "read by the browser" }];
  }
  vi.stubGlobal("BarcodeDetector", formats && Detector);
  return sizes;
}
afterEach(() => vi.unstubAllGlobals());

test.each([
  ["has no reader of its own", undefined, code],
  ["has one that reads no QR codes", ["ean_13"], code],
  ["reads them itself", ["ean_13", "qr_code"], "read by the browser"],
])("a code before the camera is read where the browser %s", async (_where, formats, read) => {
  const sizes = before(paper(code), formats);
  expect(await (await qrReader())(video)).toBe(read);
  expect(sizes).toEqual(read === code ? [[800, 450]] : []);
});

test("a desk without a code is no code", async () => {
  before((width, height) => ({ width, height, data: new Uint8ClampedArray(width * height * 4).fill(150) }));
  const read = await qrReader();
  expect(await read(video)).toBeUndefined();
  expect(await read({ videoWidth: 0, videoHeight: 0 } as HTMLVideoElement)).toBeUndefined();
});

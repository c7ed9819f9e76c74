import type { Page } from "playwright-core";
import { encode } from "uqr";

/** Gives the page a camera that sees this text as a QR code, on a grey desk; the browser has no reader of its own. */
export async function holdBeforeCamera(page: Page, text: string) {
  await page.evaluate(
    (rows) => {
      const desk = document.createElement("canvas").getContext("2d");
      if (!desk) throw new Error("no canvas");
      Object.assign(desk.canvas, { width: 1280, height: 720 });
      Reflect.deleteProperty(globalThis, "BarcodeDetector");
      navigator.mediaDevices.getUserMedia = async () => {
        const stream = desk.canvas.captureStream();
        const module = Math.floor(480 / rows.length);
        const side = module * rows.length;
        const draw = () => {
          desk.fillStyle = "#999";
          desk.fillRect(0, 0, 1280, 720);
          desk.fillStyle = "#fff";
          desk.fillRect(400 - 4 * module, 120 - 4 * module, side + 8 * module, side + 8 * module);
          desk.fillStyle = "#000";
          for (const [y, row] of rows.entries())
            for (const [x, dark] of row.entries())
              if (dark) desk.fillRect(400 + x * module, 120 + y * module, module, module);
          if (stream.active) requestAnimationFrame(draw);
        };
        draw();
        return stream;
      };
    },
    encode(text, { border: 0 }).data,
  );
}

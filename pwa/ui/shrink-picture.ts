// Prepares a picture for upload: checked, cropped to a square unless the whole is wanted, and redrawn. Redrawing removes
// all metadata that a camera writes into the file (where, when, with what).

export class NotAPicture extends Error {
  constructor(readonly why: "kind" | "big" | "broken") {
    super(why);
    this.name = "NotAPicture";
  }
}

const heaviest = 25 * 2 ** 20;
/** The uploaded picture: how many pixels its longer side has, and how many bytes the server accepts. */
type Shape = { whole: boolean; side: number; most: number };
const face: Shape = { whole: false, side: 512, most: 180 * 1000 };

/** The type of a file by its first bytes, whatever its name says. */
export function kindOf(bytes: Uint8Array): "jpeg" | "png" | "webp" | null {
  const starts = (...wanted: number[]) => wanted.every((byte, at) => bytes[at] === byte);
  const text = (at: number, length: number) => String.fromCharCode(...bytes.slice(at, at + length));
  if (starts(0xff, 0xd8, 0xff)) return "jpeg";
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "png";
  return text(0, 4) === "RIFF" && text(8, 4) === "WEBP" ? "webp" : null;
}

/** The largest square in the middle; of an upright picture a little above it, where faces are. */
export function squareOf(width: number, height: number): { x: number; y: number; side: number } {
  const side = Math.min(width, height);
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / (height > width ? 3 : 2)), side };
}

/** Base64 of a small JPEG, a square unless the whole is wanted. Rejects with NotAPicture. */
export async function shrinkPicture(file: Blob, { whole, side, most } = face): Promise<string> {
  if (file.size > heaviest) throw new NotAPicture("big");
  if (!kindOf(new Uint8Array(await file.slice(0, 16).arrayBuffer()))) throw new NotAPicture("kind");
  const image = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null);
  if (!image || image.width === 0 || image.height === 0) throw new NotAPicture("broken");
  const square = squareOf(image.width, image.height);
  const cut = whole
    ? { x: 0, y: 0, width: image.width, height: image.height }
    : { x: square.x, y: square.y, width: square.side, height: square.side };
  const scale = Math.min(1, side / Math.max(cut.width, cut.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(cut.width * scale));
  canvas.height = Math.max(1, Math.round(cut.height * scale));
  const pen = canvas.getContext("2d");
  if (!pen) throw new NotAPicture("broken");
  // Transparent parts would turn black in a JPEG.
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, cut.x, cut.y, cut.width, cut.height, 0, 0, canvas.width, canvas.height);
  image.close();
  for (const quality of [0.86, 0.7, 0.5]) {
    const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", quality));
    if (small && small.size <= most) return base64(new Uint8Array(await small.arrayBuffer()));
  }
  throw new NotAPicture("broken");
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

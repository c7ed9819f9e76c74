import { encode } from "uqr";

/** A text as a square of dark cells: how many cells a side with the quiet margin, and the dark ones as an SVG path. */
export function qrPath(text: string): { side: number; path: string } {
  const { data, size } = encode(text, { ecc: "L", border: 4 });
  let path = "";
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue;
      let end = x;
      while (row[end]) end++;
      path += `M${x} ${y}h${end - x}v1h${x - end}z`;
      x = end;
    }
  }
  return { side: size, path };
}

import { create } from "qrcode";

/** A QR code as one path of an SVG whose sides are `size`, with the quiet margin of four that scanners want. */
export interface Qr {
  size: number;
  path: string;
}

const margin = 4;

/** Draws a text as a QR code (ISO/IEC 18004, error correction M): the dark modules of each line as strokes. */
export function qrOf(text: string): Qr {
  const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules;
  const lines = Array.from({ length: size }, (_, y) => runs([...data.subarray(y * size, (y + 1) * size)].join(""), y));
  return { size: size + 2 * margin, path: lines.join("") };
}

/** Returns SVG path segments for the dark modules of a row, such as "M4 4.5h7". */
function runs(line: string, y: number): string {
  return [...line.matchAll(/1+/g)]
    .map(({ index, 0: run }) => `M${index + margin} ${y + margin + 0.5}h${run.length}`)
    .join("");
}

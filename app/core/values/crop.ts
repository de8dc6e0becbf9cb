/** Square crop of a picture. Browser-safe. */

/**
 * `x` and `y` are the left and top edge as fractions of the upright picture's width and height, `size` is the side as a
 * fraction of the shorter one.
 */
export interface Crop {
  x: number;
  y: number;
  size: number;
}

/** Size of the upright picture, in pixels. */
interface Size {
  width: number;
  height: number;
}

/** Returns the sides of the square as fractions of the picture's width and height. */
export function sidesOf({ size }: Crop, { width, height }: Size): { x: number; y: number } {
  const side = size * Math.min(width, height);
  return { x: side / width, y: side / height };
}

const clamp = (number: number, least: number, limit: number) => Math.max(least, Math.min(number, limit));

/** Moves the square into the picture. */
function clampCrop(crop: Crop, picture: Size): Crop {
  const sides = sidesOf(crop, picture);
  return { ...crop, x: clamp(crop.x, 0, 1 - sides.x), y: clamp(crop.y, 0, 1 - sides.y) };
}

/** Returns the largest centred square. */
export const middleOf = (picture: Size): Crop => zoomCrop({ x: 0.5, y: 0.5, size: 0 }, picture, 1);

/** Returns a square of another size around the same centre, moved into the picture if necessary. */
export function zoomCrop(crop: Crop, picture: Size, size: number): Crop {
  const [was, is] = [sidesOf(crop, picture), sidesOf({ ...crop, size }, picture)];
  return clampCrop({ x: crop.x + (was.x - is.x) / 2, y: crop.y + (was.y - is.y) / 2, size }, picture);
}

/** Moves the square by fractions of its own side. */
export function moveCrop(crop: Crop, picture: Size, x: number, y: number): Crop {
  const sides = sidesOf(crop, picture);
  return clampCrop({ ...crop, x: crop.x + x * sides.x, y: crop.y + y * sides.y }, picture);
}

/** Returns the square in whole pixels within the picture. */
export function pixelsOf({ x, y, size }: Crop, { width, height }: Size) {
  const side = clamp(Math.round(size * Math.min(width, height)), 1, Math.min(width, height));
  return {
    left: clamp(Math.round(x * width), 0, width - side),
    top: clamp(Math.round(y * height), 0, height - side),
    width: side,
    height: side,
  };
}

/** Parses the crop of a form's fields; undefined if it is missing or malformed. */
export function cropOf(fields: Record<string, string | string[]>): Crop | undefined {
  const [x, y, size] = ["crop.x", "crop.y", "crop.size"].map((name) => partOf(fields[name]));
  return x !== undefined && y !== undefined && size ? { x, y, size } : undefined;
}

function partOf(text: string | string[] | undefined): number | undefined {
  const part = typeof text === "string" && /^[01](\.\d{1,20})?$/.test(text) ? Number(text) : undefined;
  return part !== undefined && part <= 1 ? part : undefined;
}

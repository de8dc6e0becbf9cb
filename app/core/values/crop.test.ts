import { expect, test } from "vitest";
import { cropOf, middleOf, moveCrop, pixelsOf, zoomCrop } from "./crop";

const wide = { width: 900, height: 600 };

test("a crop begins with the largest centred square", () => {
  expect(pixelsOf(middleOf(wide), wide)).toEqual({ left: 150, top: 0, width: 600, height: 600 });
  expect(pixelsOf(middleOf({ width: 600, height: 900 }), { width: 600, height: 900 })).toEqual({
    left: 0,
    top: 150,
    width: 600,
    height: 600,
  });
});

test("a crop zooms around its centre, and stays within the picture", () => {
  const near = zoomCrop(middleOf(wide), wide, 0.5);
  expect(pixelsOf(near, wide)).toEqual({ left: 300, top: 150, width: 300, height: 300 });
  const corner = moveCrop(near, wide, 9, 9);
  expect(pixelsOf(corner, wide)).toEqual({ left: 600, top: 300, width: 300, height: 300 });
  expect(pixelsOf(zoomCrop(corner, wide, 1), wide)).toEqual({ left: 300, top: 0, width: 600, height: 600 });
});

test("a crop moves by fractions of its side, and stays within the picture", () => {
  expect(pixelsOf(moveCrop(middleOf(wide), wide, 0.1, 0.1), wide)).toMatchObject({ left: 210, top: 0 });
  expect(pixelsOf(moveCrop(middleOf(wide), wide, -5, 0), wide)).toMatchObject({ left: 0 });
});

test("a crop has at least one pixel, and none outside of the picture", () => {
  expect(pixelsOf({ x: 1, y: 1, size: 0.0001 }, wide)).toEqual({ left: 899, top: 599, width: 1, height: 1 });
  expect(pixelsOf({ x: 0.9, y: 0, size: 1 }, { width: 1, height: 1 })).toEqual({
    left: 0,
    top: 0,
    width: 1,
    height: 1,
  });
});

test.each([
  [{}, undefined],
  [
    { "crop.x": "0.25", "crop.y": "0", "crop.size": "1" },
    { x: 0.25, y: 0, size: 1 },
  ],
  [{ "crop.x": "0.25", "crop.y": "0" }, undefined],
  [{ "crop.x": "0", "crop.y": "0", "crop.size": "0" }, undefined],
  [{ "crop.x": "0", "crop.y": "1.1", "crop.size": "1" }, undefined],
  [{ "crop.x": "Infinity", "crop.y": "0", "crop.size": "1" }, undefined],
  [{ "crop.x": ["0", "0"], "crop.y": "0", "crop.size": "1" }, undefined],
])("the fields %j mean the crop %j", (fields, crop) => {
  expect(cropOf(fields)).toEqual(crop);
});

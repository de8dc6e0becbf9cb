/** Id of the element that browsers wait for before painting, see `root.tsx`. */
export const paintMarkId = "paint-from-here";

/**
 * Marks where browsers may start painting: at the end of the header or, on pages without one, at their end, because
 * centred content would move.
 */
export const PaintMark = () => <span id={paintMarkId} hidden />;

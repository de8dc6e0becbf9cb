/** The id of what a page is painted from, which `root.tsx` has browsers wait for. */
export const paintMarkId = "paint-from-here";

/**
 * From here on a page may be painted, while the rest of it comes: from the end of its header, or, where it has none,
 * from its own end, for what is centred would move.
 */
export const PaintMark = () => <span id={paintMarkId} hidden />;

/**
 * The columns of a grid of tiles by how many there are, so that no row has a hole: of an odd number the last one is as
 * wide as two, and five are three above two until there is room for all.
 */
const columns: Record<number, string> = {
  1: "grid-cols-1",
  2: "grid-cols-2",
  3: "grid-cols-2 max-lg:*:last:col-span-2 lg:grid-cols-3",
  4: "grid-cols-2 xl:grid-cols-4",
  5: "grid-cols-2 max-lg:*:last:col-span-2 lg:grid-cols-6 lg:*:col-span-2 lg:*:nth-[n+4]:col-span-3 2xl:grid-cols-5 2xl:*:col-span-1 2xl:*:nth-[n+4]:col-span-1",
  6: "grid-cols-2 sm:grid-cols-3",
};

export const tileGrid = (count: number) => `grid gap-3 sm:gap-5 ${columns[count] ?? columns[6]}`;

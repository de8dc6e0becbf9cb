/** The stock of a product in words. Browser-safe. */

/** Highest stock that counts as low. */
export const lowStock = 5;

/** Returns "Out of stock", "Low stock" (published products only), or undefined. */
export function stockWord({ stock, status }: { stock: number; status: string }): string | undefined {
  if (stock === 0) return "Out of stock";
  return stock <= lowStock && status === "Published" ? "Low stock" : undefined;
}

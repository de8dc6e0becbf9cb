/** How much of a product is left, in words. Browser-safe. */

/** What has this much or less is low: time to order more. */
export const lowStock = 5;

/** "Out of stock" or "Low stock"; nothing where there is enough. */
export function stockWord(stock: number): string | undefined {
  if (stock === 0) return "Out of stock";
  return stock <= lowStock ? "Low stock" : undefined;
}

/** How much of a product is left, in words. Browser-safe. */

/** What has this much or less is low: time to order more. */
export const lowStock = 5;

/** Returns "Out of stock" or "Low stock"; nothing where there is enough, and "Low stock" only of what is on sale. */
export function stockWord({ stock, status }: { stock: number; status: string }): string | undefined {
  if (stock === 0) return "Out of stock";
  return stock <= lowStock && status === "Published" ? "Low stock" : undefined;
}

/** Conditions for orders by their state. */
import { and, inArray, isNull } from "drizzle-orm";
import { anyCase } from "./compare";
import { orders } from "./schema";

/** Condition on `orders`: not yet with the customer, and not in the trash. */
export const whereOrderOpen = and(
  inArray(anyCase(orders.status), ["new", "pending", "shipping"]),
  isNull(orders.deletedAt),
);

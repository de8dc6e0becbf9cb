/** The rules for a payment: one set for the form and for `/api/payments`. */
import type { LookupItem } from "db/lookups";
import { rulesOf } from "~/core/fields/rules.server";
import { choice, orNone } from "~/core/form/rules";
import { paymentFields } from "./fields";
import { receivedBy } from "./methods";

/** Returns the rule for a method: one of the list, or `known`, the method of an earlier record. */
export const method = (known = "") => {
  const methods: (LookupItem & { value: string })[] = [...receivedBy, { id: 0, title: known, value: known }];
  return orNone(choice(methods, "Choose a method")).transform((chosen) => chosen ?? "");
};

/** All but the customer and the invoices, which forms and bodies name in ways of their own. */
export const PaymentRules = rulesOf(paymentFields).extend({ method: method().optional() });

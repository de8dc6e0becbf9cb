import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { requireUser } from "~/auth/session.server";
import { daysBetween } from "db/dates";
import { parseForm } from "~/core/form/form.server";
import { pick } from "~/core/values/pick";
import { redirectWithToast } from "~/core/http/respond.server";
import { customerAgain } from "./copies.server";
import { termFromToday } from "./days.server";
import { invoiceResource } from "./invoices.server";

export { loader } from "~/core/bulk/trash";
export { default } from "~/core/errors/form-only";

/** Makes a new pending invoice that says the same, issued today with as many days to pay, and leads to it. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request, "sales.change");
  const invoice = await invoiceResource.at(params);
  if (invoice.deletedAt)
    return redirectWithToast(invoiceResource.href(invoice.id), {
      text: `${invoice.id} is in the trash. Restore it first.`,
      tone: "error",
    });
  const { key } = await parseForm(request, z.object({}));
  const same = pick(
    invoice,
    "billingEmail",
    "billingPhone",
    "billingAddress",
    "paymentMethod",
    "cardHolder",
    "cardNo",
    "lines",
    "shippingCharge",
    "tax",
  );
  const days = termFromToday(daysBetween(invoice.issueDate, invoice.dueDate));
  const made = await invoiceResource.create(
    me,
    { ...same, ...days, ...(await customerAgain(invoice)), status: "pending" },
    key,
  );
  if (!made.ok)
    return redirectWithToast(invoiceResource.href(invoice.id), {
      text: Object.values(made.errors).join(" "),
      tone: "error",
    });
  return redirectWithToast(`/invoices/${made.row.id}`, {
    text: `${made.row.id} was made from ${invoice.id}`,
    undo: made.change,
  });
}

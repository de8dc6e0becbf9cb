import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "db";
import { balanceOf } from "db/invoice-state";
import { guard } from "~/auth/session.server";
import { newFormKey, rejectForm } from "~/core/form/form.server";
import { redirectWithToast } from "~/core/http/respond.server";
import { pick } from "~/core/values/pick";
import { today } from "~/core/values/today.server";
import { invoiceResource } from "../invoices.server";
import { Alert } from "~/ui/alert";
import { Money } from "~/ui/values/money";
import { PageTitle } from "~/ui/page-title";
import { createCreditNote, creditNoteResource, repeatedCredit } from "./credit-notes.server";
import { CreditForm } from "./credit-form";
import { readCreditForm } from "./form.server";
import { portionFields } from "./form-credit";
import { creditNotesOf } from "./issue.server";
import { creditedPortion, remainingPortion } from "./credit-arithmetic";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Credit ${data?.invoice.id ?? "an invoice"} · Portico` },
];

/** Fills in everything that is left to credit; with `?quantities=none` nothing. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, creditNoteResource, "change");
  const whole = await invoiceResource.at(me, params);
  const invoice = pick(
    whole,
    "id",
    "lines",
    "shippingCharge",
    "tax",
    "taxes",
    "shippingTax",
    "includesTax",
    "totalAmount",
    "customerName",
    "deletedAt",
  );
  const notes = await creditNotesOf(invoice.id, db);
  const before = creditedPortion(invoice, notes);
  const left = remainingPortion(invoice, before);
  const isEmpty = new URL(request.url).searchParams.get("quantities") === "none";
  return {
    invoice,
    before,
    left,
    balance: balanceOf(whole),
    credited: notes.reduce((sum, note) => sum + note.totalAmount, 0),
    fields: {
      date: today(),
      ...(isEmpty ? {} : portionFields(left)),
    },
    isEmpty,
    formKey: newFormKey(),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await guard(request, creditNoteResource, "change");
  const invoice = await invoiceResource.at(me, params);
  const form = await readCreditForm(request, invoice);
  if (!form.ok) return rejectForm(form);
  const { lines, shippingCharge } = form.values;
  if (lines.length === 0 && shippingCharge === 0)
    return rejectForm(form, { "": "Enter the quantities to credit, or the shipping." });
  const repeated = await repeatedCredit(me, form);
  if (repeated) return rejectForm({ ...form, key: repeated.key }, repeated.errors, 409);
  const made = await createCreditNote(me, form.values, form.key);
  if (!made.ok) return rejectForm(form, atFields(made.errors, lines), made.status);
  const { id, unapplied } = made.row;
  const text =
    unapplied > 0 ? `${id} was created. What was paid already is credit of the customer` : `${id} was created`;
  return redirectWithToast(creditNoteResource.href(id), { text });
}

/** Returns the errors by the fields of the form, which has a row for each line of the invoice. */
const atFields = (errors: Record<string, string>, lines: readonly { line: number }[]) =>
  Object.fromEntries(
    Object.entries(errors).map(([name, text]) => [
      name
        .replace(
          /^lines\.(\d+)\.(?:line|quantity)$/,
          (_, place: string) => `lines.${lines[Number(place)]?.line}.quantity`,
        )
        .replace("invoiceId", ""),
      text,
    ]),
  );

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function CreateCreditNote() {
  const { invoice, credited, balance, ...shown } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  const { id } = invoice;
  const isOver = credited >= invoice.totalAmount;
  return (
    <>
      <PageTitle
        title={`Credit ${id}`}
        here="Credit"
        breadcrumb={[
          { href: "/invoices", title: "Invoices" },
          { href: `/invoices/${id}/details`, title: id },
        ]}
        summary={
          <>
            <bdi>{invoice.customerName}</bdi>, <Money cents={invoice.totalAmount} />
            {credited > 0 && (
              <>
                , of which <Money cents={credited} /> {credited === invoice.totalAmount ? "is" : "are"} credited already
              </>
            )}
          </>
        }
      />
      {invoice.deletedAt || isOver ? (
        <Alert family="warning">
          {invoice.deletedAt
            ? `${id} is void, so there is nothing to credit.`
            : invoice.totalAmount > 0
              ? `${id} is credited in full already.`
              : `${id} comes to nothing, so there is nothing to credit.`}
        </Alert>
      ) : (
        <CreditForm invoice={invoice} balance={balance} form={form} {...shown} />
      )}
    </>
  );
}

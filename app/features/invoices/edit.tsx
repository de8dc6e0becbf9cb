import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { parseForm, readForm } from "~/core/form/form.server";
import { today } from "~/core/values/today.server";
import { Alert } from "~/ui/alert";
import { Conflict } from "~/ui/record/conflict";
import { saveEdit } from "~/core/pages/save.server";
import { PageTitle } from "~/ui/page-title";
import { InTrash } from "~/ui/form/in-trash";
import { StatusBadge } from "~/ui/values/status-badge";
import { Day } from "~/ui/values/time";
import { isReopenable } from "~/features/payments/of-invoice.server";
import { formRates } from "~/features/company/form-rates.server";
import { formTexts } from "./form/form-texts.server";
import { invoiceValues } from "./form/form-values";
import { sumsOfForm } from "~/features/document-lines/form-sums";
import { readInvoiceForm } from "./form/form.server";
import { InvoiceForm } from "./form/invoice-form";
import { isInClosedPeriod, lockReason } from "~/features/locking/locking.server";
import { invoiceResource } from "./invoices.server";
import { LockedInvoice } from "./locked";
import { notesOn } from "./notes.server";
import { InvoiceRules } from "./rules.server";
import { invoiceStateOn } from "db/invoice-state";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.invoice.id ?? "invoice"} · Portico` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, invoiceResource, "change");
  const invoice = await invoiceResource.at(me, params);
  const rates = await formRates(invoice);
  const fields = { ...invoiceValues(invoice), customerTax: invoice.customerTaxTreatment };
  return {
    invoice,
    fields,
    state: invoiceStateOn(invoice, today()),
    lock: invoice.deletedAt ? undefined : await lockReason(invoice),
    isDueDateLocked: await isInClosedPeriod(invoice),
    notes: await notesOn(invoice),
    isSettled: invoice.status === "complete" && !(await isReopenable(invoice)),
    rates,
    texts: formTexts,
    sums: sumsOfForm(fields, rates),
  };
}

/** The fields of a locked invoice that stay open; in a closed period the form has no due date. */
const LockedForm = InvoiceRules.pick({ dueDate: true, note: true, internalNote: true }).partial({ dueDate: true });

/** Whether a form has the fields of an editable invoice. */
const isWholeForm = (fields: object = {}) => "issueDate" in fields;

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await guard(request, invoiceResource, "change");
  const before = await invoiceResource.at(me, params);
  const isLocked = !before.deletedAt && (await lockReason(before)) !== undefined;
  // A form that was opened before the invoice was locked is refused as a whole, and shown again.
  if (isLocked && !isWholeForm(Object.fromEntries(await readForm(request.clone()))))
    return saveEdit(me, {
      of: invoiceResource,
      before,
      form: await parseForm(request, LockedForm),
      fieldsOf: ({ dueDate = before.dueDate, note = "", internalNote = "" }) => ({ dueDate, note, internalNote }),
    });
  return saveEdit(me, {
    of: invoiceResource,
    before,
    form: await readInvoiceForm(request, before),
    fieldsOf: invoiceValues,
  });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";
export { shouldRevalidate } from "~/core/pages/revalidate";

export default function EditInvoice() {
  const { invoice, fields, state, notes, rates, texts, sums, isSettled, lock, isDueDateLocked } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const details = `/invoices/${invoice.id}/details`;
  return (
    <>
      <PageTitle
        title={`Edit ${invoice.id}`}
        here="Edit"
        breadcrumb={[
          { href: "/invoices", title: "Invoices" },
          { href: details, title: invoice.id },
        ]}
        badge={<StatusBadge value={state} />}
        summary={
          <>
            Issued <Day value={invoice.issueDate} /> to <bdi>{invoice.customerName}</bdi>
          </>
        }
      />
      {invoice.deletedAt && !result ? (
        <InTrash isVoid name={invoice.id} restore={`/invoices/${invoice.id}/restore`}>
          {texts.whenVoid}
        </InTrash>
      ) : result && "versions" in result ? (
        <Conflict name={invoice.id} versions={result.versions}>
          {invoice.deletedAt && <input type="hidden" name="restore" value="1" />}
        </Conflict>
      ) : lock && !isWholeForm(result?.form.fields) ? (
        <LockedInvoice
          texts={texts}
          invoice={invoice}
          why={lock}
          isDueDateLocked={isDueDateLocked}
          form={result?.form}
        />
      ) : (
        <>
          {invoice.status === "complete" && !isSettled && (
            <Alert family="warning" className="mb-5">
              <strong>{texts.paid}</strong> {texts.whenPaid}{" "}
              <a className="link" href={`/invoices/create?customer=${invoice.customerId ?? ""}`}>
                create another invoice
              </a>
              .
            </Alert>
          )}
          <InvoiceForm
            invoice={invoice}
            fields={fields}
            notes={notes}
            isSettled={isSettled}
            rates={rates}
            texts={texts}
            sums={sums}
            form={result?.form}
          />
        </>
      )}
    </>
  );
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { newFormKey, readForm } from "~/core/form/form.server";
import { saveNew } from "~/core/pages/save.server";
import { PageTitle } from "~/ui/page-title";
import { saveOrIssueDraft } from "./drafts/form-draft.server";
import { readInvoiceForm } from "./form/form.server";
import { InvoiceForm } from "./form/invoice-form";
import { invoiceResource } from "./invoices.server";
import { copiedInvoice, copyOf, newInvoice } from "./new-invoice.server";

export const meta: MetaFunction = () => [{ title: "Create invoice · Portico" }];

/** `?customer=3` selects the customer; `?copy=INV-0003` copies an invoice. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await guard(request, invoiceResource, "change");
  const copied = await copiedInvoice(me, request);
  const shown = copied ? await copyOf(copied) : await newInvoice(request);
  return {
    ...shown,
    archived: "archivedRates" in shown ? archivedText(shown.archivedRates) : "",
    copied: copied?.id,
    formKey: newFormKey(),
  };
}

/** Returns a sentence about the archived tax rates that a copy does not have, or "". */
const archivedText = (names: string[]) =>
  names.length === 0
    ? ""
    : `${new Intl.ListFormat("en-GB").format(names)} ${names.length === 1 ? "is" : "are"} archived, so those lines have the usual tax rate. `;

export async function action({ request }: ActionFunctionArgs) {
  const me = await guard(request, invoiceResource, "change");
  const copied = await copiedInvoice(me, request);
  const sent = await readForm(request);
  const answer = await saveOrIssueDraft(me, sent);
  if (answer) return answer;
  return saveNew(me, {
    of: invoiceResource,
    form: await readInvoiceForm(sent, copied, true),
    to: ({ id }) => invoiceResource.href(id),
    isCopy: copied !== undefined,
  });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function CreateInvoice() {
  const { copied, archived, formKey, ...shown } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const form = result && "form" in result ? result.form : undefined;
  return (
    <>
      <PageTitle
        title="Create invoice"
        breadcrumb={[{ href: "/invoices", title: "Invoices" }]}
        summary={`${copied ? `Copied from ${copied}. ` : ""}${archived}It gets the next number when it is created.`}
      />
      <InvoiceForm {...shown} form={form} formKey={formKey} />
    </>
  );
}

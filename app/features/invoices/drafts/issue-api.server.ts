/** `POST /api/invoice-drafts/issue?id=`. */
import type { ApiAct } from "~/core/api/api-resource.server";
import { answerSaved, neededId, savedAnswer } from "~/core/api/api-records.server";
import { AnsweredBefore, IdempotentRequest } from "~/core/api/idempotency.server";
import { absent, invalidRequest, textBody } from "~/core/http/api.server";
import type { Invoice } from "db/schema";
import { invoiceExample, showInvoice } from "../api.server";
import { readInvoiceForm } from "../form/form.server";
import { invoiceResource } from "../invoices.server";
import { invoiceDraftResource } from "./drafts.server";
import { formOf, issueForm } from "./entries.server";
import { issueDraft } from "./issue.server";

export const issueAct: ApiAct = {
  summary: "Turn a draft into an invoice",
  about: "The invoice gets its number, and the draft is deleted. What is missing is named, as by POST /api/invoices.",
  answer: { noun: invoiceResource.noun, example: { ...invoiceExample, id: "INV-0019" } },
  run: async (me, request) => {
    const { search, searchParams } = new URL(request.url);
    const body = search + (await textBody(request));
    const repeatable = await IdempotentRequest.of(request, me, { scope: "/api/invoice-drafts/issue", body });
    const earlier = await repeatable?.replay();
    if (earlier) return earlier;
    const id = await neededId(invoiceDraftResource.listing, searchParams.get("id"));
    const draft = await invoiceDraftResource.find(me, Number(id));
    if (!draft) return absent(invoiceDraftResource.absent);
    const shown = { of: invoiceResource.asSeenBy(me), listing: invoiceResource.listing, show: showInvoice };
    const form = await readInvoiceForm(await issueForm(formOf(draft.entries)));
    if (!form.ok) return invalidRequest(inApiNames(form.errors));
    try {
      const once = repeatable?.once((invoice: Invoice) => savedAnswer(shown, invoice));
      return await answerSaved(shown, await issueDraft(me, draft.id, form.values, { revision: draft.revision, once }));
    } catch (error) {
      if (error instanceof AnsweredBefore && repeatable) return repeatable.answerOf(error.stored);
      throw error;
    }
  },
};

/** Returns errors by the names of fields in `/api` instead of those of the form. */
const inApiNames = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).map(([name, text]) => [apiNames[name] ?? lineName(name), text]));

const apiNames: Record<string, string> = {
  customer: "customer.id",
  billingEmail: "billingAddress.email",
  billingPhone: "billingAddress.phone",
  billingAddress: "billingAddress.address",
  paymentMethod: "payment.paymentMethod",
  cardHolder: "payment.cardHolder",
  cardNo: "payment.cardNo",
  shippingTaxRate: "shippingTaxRateId",
};

const lineName = (name: string) =>
  name
    .replace(/^lines/, "products")
    .replace(/\.product$/, ".id")
    .replace(/\.taxRate$/, ".taxRateId");

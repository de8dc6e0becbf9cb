import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { describe, FieldFrame } from "~/ui/form/field";
import { PageTitle } from "~/ui/page-title";
import { findDocumentId } from "../document-id.server";
import { creditNoteResource } from "./credit-notes.server";

export const meta: MetaFunction = () => [{ title: "Create credit note · Portico" }];

/** Redirects to the form for a credit note of the invoice with `?invoice=`, such as INV-0012 or 12. */
export async function loader({ request }: LoaderFunctionArgs) {
  await guard(request, creditNoteResource, "change");
  const typed = new URL(request.url).searchParams.get("invoice")?.trim().slice(0, 40);
  if (!typed) return { typed, error: typed === "" ? "Enter the number of an invoice" : undefined };
  const id = await findDocumentId("invoices", typed);
  if (id) throw redirect(`/invoices/${id}/credit`);
  return { typed, error: `There is no invoice “${typed}”. Enter a number such as INV-0012.` };
}

export default function ChooseInvoice() {
  const { typed, error } = useLoaderData<typeof loader>();
  const field = {
    name: "invoice",
    label: "Invoice number",
    form: error ? { fields: {}, errors: { invoice: error } } : undefined,
  };
  const control = describe(field);
  return (
    <>
      <PageTitle
        title="Create credit note"
        breadcrumb={[{ href: "/credit-notes", title: "Credit notes" }]}
        summary="A credit note takes all or part of an invoice back."
      />
      <Card title="For which invoice?" className="max-w-xl">
        <CardBody>
          <Form method="get" className="grid gap-5" noValidate>
            <FieldFrame {...field} id={control.id} required>
              <input
                {...control}
                key={typed}
                className="input code"
                name="invoice"
                defaultValue={typed}
                required
                maxLength={40}
              />
            </FieldFrame>
            <div className="flex flex-wrap items-center gap-4">
              <Button>Continue</Button>
              <a className="link" href="/invoices">
                Look for it in the list of invoices
              </a>
            </div>
          </Form>
        </CardBody>
      </Card>
    </>
  );
}

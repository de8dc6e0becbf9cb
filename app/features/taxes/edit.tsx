import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { formValues } from "~/core/fields/form-values";
import { parseForm } from "~/core/form/form.server";
import { recordPage } from "~/core/pages/record-page.server";
import { saveEdit } from "~/core/pages/save.server";
import { RecordPage } from "~/ui/record/record-page";
import { taxRateFields, taxRateHints } from "./fields";
import { TaxRateForm, taxRateResource } from "./tax-rates.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.page.name ?? "Tax rate"} · Portico` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, taxRateResource, "view");
  return recordPage(me, taxRateResource, params);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await guard(request, taxRateResource, "change");
  return saveEdit(me, {
    of: taxRateResource,
    before: await taxRateResource.at(me, params),
    form: await parseForm(request, TaxRateForm),
    fieldsOf: formValues(taxRateFields),
  });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";
export { shouldRevalidate } from "~/core/pages/revalidate";

export default function EditTaxRate() {
  const { record, page } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <RecordPage fields={taxRateFields} hints={taxRateHints} record={record} page={page} result={result} />;
}

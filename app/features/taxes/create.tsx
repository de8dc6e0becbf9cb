import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { parseForm } from "~/core/form/form.server";
import { newRecordPage } from "~/core/pages/record-page.server";
import { saveNew } from "~/core/pages/save.server";
import { NewRecordPage } from "~/ui/record/record-page";
import { newTaxRateFields, taxRateHints } from "./fields";
import { NewTaxRateForm, taxRateResource } from "./tax-rates.server";

export const meta: MetaFunction = () => [{ title: "Create tax rate · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await guard(request, taxRateResource, "change");
  return newRecordPage(taxRateResource);
}

export async function action({ request }: ActionFunctionArgs) {
  const me = await guard(request, taxRateResource, "change");
  return saveNew(me, { of: taxRateResource, form: await parseForm(request, NewTaxRateForm) });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function CreateTaxRate() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <NewRecordPage fields={newTaxRateFields} hints={taxRateHints} page={page} form={result?.form} />;
}

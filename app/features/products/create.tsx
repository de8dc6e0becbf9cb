import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { newFormKey, parseForm } from "~/core/form/form.server";
import { maxPictureBytes } from "~/core/form/form-state";
import { saveNew } from "~/core/pages/save.server";
import { PageTitle } from "~/ui/page-title";
import { taxRateOptions } from "~/features/taxes/tax-rates.server";
import { withPictures } from "./pictures.server";
import { ProductScreenForm } from "./rules.server";
import { ProductForm } from "./product-form";
import { productResource } from "./products.server";

export const meta: MetaFunction = () => [{ title: "Create product · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await guard(request, productResource, "change");
  return { formKey: newFormKey(), rates: await taxRateOptions() };
}

export async function action({ request }: ActionFunctionArgs) {
  const me = await guard(request, productResource, "change");
  const form = await withPictures(await parseForm(request, ProductScreenForm, maxPictureBytes), me);
  return saveNew(me, { of: productResource, form });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function CreateProduct() {
  const { formKey, rates } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageTitle
        title="Create product"
        breadcrumb={[{ href: "/products", title: "Products" }]}
        summary="Adds something that you sell. As a draft only your team sees it."
      />
      <ProductForm rates={rates} form={result?.form} formKey={formKey} />
    </>
  );
}

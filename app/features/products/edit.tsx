import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { may } from "~/core/access/access.server";
import { guard } from "~/auth/session.server";
import { History } from "~/ui/record/history";
import { historyFor } from "~/core/audit/journal.server";
import { newFormKey, parseForm } from "~/core/form/form.server";
import { maxPictureBytes } from "~/core/form/form-state";
import { timeUntilPurge } from "~/core/list/deletions.server";
import { Conflict } from "~/ui/record/conflict";
import { saveEdit } from "~/core/pages/save.server";
import { ButtonLink } from "~/ui/button";
import { PageTitle } from "~/ui/page-title";
import { InTrash } from "~/ui/form/in-trash";
import { StatusBadge } from "~/ui/values/status-badge";
import { Time } from "~/ui/values/time";
import { taxRateOptions } from "~/features/taxes/tax-rates.server";
import { withPictures } from "./pictures.server";
import { ProductScreenForm } from "./rules.server";
import { ProductMenu } from "./product-actions";
import { productValues } from "./form-values";
import { ProductForm } from "./product-form";
import { productAt, productResource, productWithCode } from "./products.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.product.title ?? "Product"} · Portico` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, productResource, "view");
  const product = await productAt(me, params);
  if (!may(me, "sales.change")) throw redirect(`/products/${product.id}/overview`);
  const taken = product.deletedAt ? await productWithCode(product) : undefined;
  return {
    product,
    goes: timeUntilPurge(product.deletedAt),
    taken,
    history: await historyFor(me, productResource, product.id),
    copyKey: newFormKey(),
    rates: await taxRateOptions([product.taxRateId]),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await guard(request, productResource, "change");
  const before = await productAt(me, params);
  const form = await withPictures(await parseForm(request, ProductScreenForm, maxPictureBytes), me, before);
  return saveEdit(me, { of: productResource, before, form, fieldsOf: productValues });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";
export { shouldRevalidate } from "~/core/pages/revalidate";

export default function EditProduct() {
  const { product, goes, taken, history, copyKey, rates } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { id, title, status, createdAt, deletedAt } = product;
  const path = `/products/${id}`;
  const past = <History entries={history} more={`/activity?entity=products&record=${id}`} className="mt-5" />;
  return (
    <>
      <PageTitle
        title={title}
        breadcrumb={[{ href: "/products", title: "Products" }]}
        badge={<StatusBadge value={status} />}
        summary={
          <>
            Added <Time value={createdAt} />
          </>
        }
        actions={
          <>
            <ButtonLink variant="outline" icon="eye" href={`${path}/overview`}>
              View
            </ButtonLink>
            {!deletedAt && <ProductMenu product={product} copyKey={copyKey} back={path} />}
          </>
        }
      />
      {deletedAt && !result && (
        <InTrash name={title} restore={taken ? undefined : `${path}/restore`}>
          It is in no list. It is removed for good {goes}; orders and invoices keep what they copied of it.
          {taken && (
            <>
              {" "}
              <bdi className="code">{product.code}</bdi> is the code of{" "}
              <a className="link" href={`/products/${taken.id}`}>
                {taken.title}
              </a>{" "}
              now: to restore this one, type another code below.
            </>
          )}
        </InTrash>
      )}
      {deletedAt && !result && !taken ? (
        past
      ) : result && "versions" in result ? (
        <Conflict name={title} versions={result.versions}>
          {deletedAt && <input type="hidden" name="restore" value="1" />}
        </Conflict>
      ) : (
        <ProductForm rates={rates} product={product} form={result?.form}>
          {past}
        </ProductForm>
      )}
    </>
  );
}

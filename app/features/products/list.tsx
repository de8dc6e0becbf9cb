import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatNumber } from "~/core/values/noun";
import { guard } from "~/auth/session.server";
import { newFormKey } from "~/core/form/form.server";
import { listScreen } from "~/core/list/define-list.server";
import { pick } from "~/core/values/pick";
import { statusPath } from "~/core/values/status";
import { Icon } from "~/ui/icons/icon";
import { fieldColumn } from "~/ui/list/field-column";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { MenuButton, MenuLink } from "~/ui/overlay/menu";
import { StatusBadge } from "~/ui/values/status-badge";
import { Thumb } from "~/ui/values/thumb";
import { productFields } from "./fields";
import { Price } from "./price";
import { formatRating } from "./reviews/stars";
import { stockWord } from "./stock";
import { productResource } from "./products.server";

export const meta: MetaFunction = () => [{ title: "Products · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await guard(request, productResource, "view");
  const { rows, view } = await listScreen(productResource.list, me, request);
  const products = rows.map((product) => ({
    ...pick(
      product,
      "id",
      "title",
      "code",
      "category",
      "price",
      "discount",
      "stock",
      "rating",
      "totalReviews",
      "status",
      "featureImage",
    ),
    copyKey: newFormKey(),
  }));
  return { products, view };
}

type Row = Awaited<ReturnType<typeof loader>>["products"][number];

export default function Products() {
  const { products, view } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      view={view}
      rows={products}
      summary="Everything you sell, newest first."
      searchHint="Search title or code"
      rowLabel={(product) => product.title}
      columns={[
        fieldColumn<Row>(productFields.title, {
          label: "Product",
          narrow: "first",
          cell: (product) => <ProductCell product={product} />,
        }),
        fieldColumn<Row>(productFields.category, {
          room: "wider",
          className: "text-muted",
          cell: ({ category }) => category,
        }),
        fieldColumn<Row>(productFields.price, {
          narrow: "second",
          className: "end",
          cell: (product) => <Price of={product} />,
        }),
        fieldColumn<Row>(productFields.stock, {
          className: "end",
          cell: (product) => <Stock product={product} />,
        }),
        fieldColumn<Row>(productFields.rating, { cell: (product) => <MeanRating of={product} /> }),
        fieldColumn<Row>(productFields.status, {
          narrow: "end",
          cell: ({ status }) => <StatusBadge value={status} />,
        }),
      ]}
      bulk={[
        { label: "Publish", icon: "globe", name: "status", value: "Published" },
        { label: "Unpublish", icon: "pencil-line", name: "status", value: "Draft" },
      ]}
      rowEdit={({ id }) => `/products/${id}`}
      rowMenu={(product) => <RowMenu product={product} trash={view.trash} />}
    />
  );
}

function ProductCell({ product }: { product: Row }) {
  const { id, title, code, featureImage } = product;
  const word = stockWord(product);
  return (
    <div className="person">
      <Thumb src={featureImage} />
      <div>
        <a href={`/products/${id}/overview`} className="primary-cell">
          <bdi>{title}</bdi>
        </a>
        <p>
          <bdi className="code">{code}</bdi>
          {word && <span className="hidden @max-2xl:inline"> · {word}</span>}
        </p>
      </div>
    </div>
  );
}

function Stock({ product }: { product: Row }) {
  const { stock } = product;
  const word = stockWord(product);
  return (
    <>
      {formatNumber(stock)}
      {word && (
        <span className={`second-line whitespace-nowrap ${stock === 0 ? "text-error-text" : "text-warning-text"}`}>
          {word}
        </span>
      )}
    </>
  );
}

function MeanRating({ of: { rating, totalReviews } }: { of: Row }) {
  if (totalReviews === 0) return <span className="text-subtle">–</span>;
  return (
    <span className="num inline-flex items-center gap-1 whitespace-nowrap">
      <Icon name="star" className="text-subtle" />
      {formatRating(rating)} <span className="text-muted">({formatNumber(totalReviews)})</span>
    </span>
  );
}

function RowMenu({ product: { id, status, copyKey }, trash }: { product: Row; trash: boolean }) {
  if (trash)
    return (
      <MenuButton icon="undo-2" formAction={`/products/${id}/restore`}>
        Restore
      </MenuButton>
    );
  const isPublished = status === "Published";
  return (
    <>
      <MenuLink icon="eye" href={`/products/${id}/overview`}>
        View
      </MenuLink>
      <MenuLink icon="pencil-line" href={`/products/${id}`}>
        Edit
      </MenuLink>
      <MenuButton icon="copy" formAction={`/products/${id}/duplicate`} name="key" value={copyKey}>
        Duplicate
      </MenuButton>
      <MenuButton
        icon={isPublished ? "archive" : "globe"}
        formAction={statusPath(`/products/${id}`, status)}
        name="status"
        value={isPublished ? "Draft" : "Published"}
      >
        {isPublished ? "Unpublish" : "Publish"}
      </MenuButton>
      <MenuButton icon="trash-2" danger formAction={`/products/${id}/trash`}>
        Delete
      </MenuButton>
    </>
  );
}

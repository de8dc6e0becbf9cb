import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { productColors, productSizes } from "db/lookups";
import { formatNumber } from "~/core/values/noun";
import { useMay } from "~/core/access/may";
import { guard } from "~/auth/session.server";
import { History } from "~/ui/record/history";
import { historyFor } from "~/core/audit/journal.server";
import { listView } from "~/core/list/list-view.server";
import { formatPercent } from "~/core/values/money";
import { pick } from "~/core/values/pick";
import { timeUntilPurge } from "~/core/list/deletions.server";
import { Badge } from "~/ui/values/badge";
import { ButtonLink } from "~/ui/button";
import { Card, CardBody, Facts } from "~/ui/card";
import { Swatch } from "~/ui/form/choices";
import { PageTitle } from "~/ui/page-title";
import { InTrash } from "~/ui/form/in-trash";
import { StatusBadge } from "~/ui/values/status-badge";
import { Time } from "~/ui/values/time";
import { Gallery } from "./gallery";
import { Price } from "./price";
import { ProductMenu } from "./product-actions";
import { copyKeyFor, productAt, productResource } from "./products.server";
import { Rating } from "./reviews/rating";
import { Reviews } from "./reviews/reviews";
import { reviewsOf, starsOf, votesOf } from "./reviews/reviews.server";
import { stockWord } from "./stock";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.product.title ?? "Product"} · Portico` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, productResource, "view");
  const product = await productAt(me, params);
  const { rows, view } = await listView(reviewsOf(product.id), request);
  const votes = await votesOf(
    me.id,
    rows.map(({ id }) => id),
  );
  const reviews = rows.map((review) => ({
    ...pick(review, "id", "createdAt", "rating", "review", "userId", "userName", "userImage", "likes", "dislikes"),
    vote: votes[review.id],
  }));
  return {
    product,
    goes: timeUntilPurge(product.deletedAt),
    reviews,
    view,
    breakdown: await starsOf(product.id),
    history: await historyFor(me, productResource, product.id),
    copyKey: copyKeyFor(request),
  };
}

type Product = Awaited<ReturnType<typeof loader>>["product"];

export default function ProductOverview() {
  const { product, goes, reviews, view, breakdown, history, copyKey } = useLoaderData<typeof loader>();
  const { id, title, status, deletedAt } = product;
  const path = `/products/${id}`;
  const mayChange = useMay()("sales.change");
  return (
    <>
      <PageTitle
        title={title}
        breadcrumb={[{ href: "/products", title: "Products" }]}
        badge={<StatusBadge value={status} />}
        summary={<span className="code">{product.code}</span>}
        actions={
          mayChange &&
          !deletedAt && (
            <>
              <ProductMenu product={product} copyKey={copyKey} back={`${path}/overview`} />
              <ButtonLink icon="pencil-line" href={path}>
                Edit
              </ButtonLink>
            </>
          )
        }
      />
      {deletedAt && (
        <div className="mb-5">
          <InTrash name={title} restore={mayChange ? `${path}/restore` : undefined}>
            It is in no list. It is removed for good {goes}; orders and invoices keep what they copied of it.
          </InTrash>
        </div>
      )}
      <div className="with-aside">
        <Card aria-label="Product">
          <CardBody className="grid gap-6 md:grid-cols-2">
            <Gallery key={id} {...product} />
            <Offer product={product} />
          </CardBody>
        </Card>
        <div className="grid gap-5 lg:row-span-2">
          <Details product={product} />
          <Rating rating={product.rating} total={product.totalReviews} breakdown={breakdown} view={view} />
        </div>
        <Reviews reviews={reviews} view={view} open={!deletedAt} />
        <History entries={history} more={`/activity?entity=products&record=${id}`} className="lg:col-span-full" />
      </div>
    </>
  );
}

/** The public data of a product: price, description, variants, features and offers. */
function Offer({ product }: { product: Product }) {
  const { discount, description, features, offers } = product;
  const colors = productColors.filter(({ value }) => product.colors.includes(value));
  const sizes = productSizes.filter(({ value }) => product.sizes.includes(value));
  return (
    <div className="grid min-w-0 content-start gap-5">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-3xl font-semibold">
        <Price of={product} inline />
        {discount > 0 && <Badge family="primary">{formatPercent(discount)} off</Badge>}
      </p>
      {description && <p className="wrap-anywhere whitespace-pre-line">{description}</p>}
      {colors.length > 0 && (
        <Part title="Colors">
          <ul className="flex flex-wrap gap-x-4 gap-y-1.5">
            {colors.map(({ value, title }) => (
              <li key={value} className="flex items-center gap-1.5">
                <Swatch color={value} /> {title}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {sizes.length > 0 && <Part title="Sizes">{sizes.map(({ title }) => title).join(", ")}</Part>}
      {features.length > 0 && (
        <Part title="Features">
          <dl className="dl">
            {features.map(({ name, value }, index) => (
              <div key={index} className="contents">
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {offers.length > 0 && (
        <Part title="Offers">
          <ul className="list-disc space-y-1 ps-5">
            {offers.map((offer, index) => (
              <li key={index} className="wrap-anywhere">
                {offer}
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="label mb-1.5">{title}</h2>
      {children}
    </section>
  );
}

function Details({ product }: { product: Product }) {
  const { stock, category, createdAt } = product;
  const word = stockWord(product);
  return (
    <Card title="Details">
      <CardBody>
        <Facts
          facts={[
            {
              term: "Stock",
              value: (
                <>
                  <span className="num">{formatNumber(stock)}</span>
                  {word && (
                    <Badge
                      family={stock === 0 ? "error" : "warning"}
                      icon={stock === 0 ? "circle-x" : "triangle-alert"}
                      className="ms-2"
                    >
                      {word}
                    </Badge>
                  )}
                </>
              ),
            },
            {
              term: "Category",
              value: (
                <a className="link" href={`/products?${new URLSearchParams({ category })}`}>
                  {category}
                </a>
              ),
            },
            { term: "Added", value: <Time value={createdAt} /> },
          ]}
        />
      </CardBody>
    </Card>
  );
}

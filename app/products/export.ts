import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { exportRows } from "~/lib/export.server";
import { productListing } from "./products.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return exportRows(request, productListing, {
    id: (product) => product.id,
    title: (product) => product.title,
    code: (product) => product.code,
    category: (product) => product.category,
    price: (product) => product.price / 100,
    discount: (product) => product.discount / 100,
    stock: (product) => product.stock,
    status: (product) => product.status,
    rating: (product) => product.rating / 100,
    reviews: (product) => product.totalReviews,
    colors: (product) => product.colors.join(", "),
    sizes: (product) => product.sizes.join(", "),
    created: (product) => product.createdAt,
  });
}

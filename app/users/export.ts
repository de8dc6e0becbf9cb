import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { exportRows } from "~/lib/export.server";
import { userListing } from "./users.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return exportRows(request, userListing, {
    id: (user) => user.id,
    name: (user) => user.name,
    email: (user) => user.email,
    role: (user) => user.role,
    status: (user) => user.status,
    country: (user) => user.country,
    phone: (user) => user.phone,
    created: (user) => user.createdAt,
  });
}

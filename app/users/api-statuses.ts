import type { LoaderFunctionArgs } from "@remix-run/node";
import { userStatuses } from "db/lookups";
import { requireUser } from "~/auth/session.server";
import { answer } from "~/lib/api.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return answer(userStatuses);
}

/** `/api/openapi.json` */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { answer } from "~/core/http/api.server";
import { openApi } from "~/core/api/openapi.server";

export async function loader({ request }: LoaderFunctionArgs) {
  return answer(openApi(await requireUser(request, "api")));
}

/** A table of a dashboard as a file, such as `/course/due.csv`: the address says which. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { permissionOfReport, reportFile } from "./export.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, permissionOfReport(request));
  return reportFile(request);
}

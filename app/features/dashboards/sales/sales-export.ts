/** A table of a dashboard that counts orders and invoices as a file, such as `/sales/top-products.csv`. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { financeReports } from "./finance-reports.server";
import { fileAt } from "../reports.server";
import { salesReports } from "./sales-reports.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "reports.sales");
  return fileAt(request, { sales: salesReports, finance: financeReports });
}

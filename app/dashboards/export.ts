/** A table of a dashboard as a file, such as `/sales/top-products.csv`. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { notFound } from "~/lib/respond.server";
import { analyticsReports } from "./analytics-reports.server";
import { financeReports } from "./finance-reports.server";
import { careerReports } from "./career-reports.server";
import { periodIn } from "./period.server";
import { type Report, reportFile } from "./reports.server";
import { courseReports } from "./course-reports.server";
import { salesReports } from "./sales-reports.server";

const reports: Record<string, Record<string, unknown>> = { sales: salesReports, finance: financeReports, career: careerReports, course: courseReports, analytics: analyticsReports };

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "reports.view");
  const [, dashboard = "", file = ""] = new URL(request.url).pathname.toLowerCase().split("/");
  const report = reports[dashboard]?.[file.replace(/\.csv$/, "")] ?? notFound("There is no such table.");
  return reportFile(report as Report<unknown>, periodIn(request), `${dashboard}-${file.replace(/\.csv$/, "")}`);
}

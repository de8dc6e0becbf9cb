/** The reports of all dashboards, and the permission that each export needs. */
import type { Permission } from "~/core/access/access.server";
import { notFound } from "~/core/http/respond.server";
import { analyticsReports } from "./analytics/analytics-reports.server";
import { careerReports } from "./career/career-reports.server";
import { courseReports } from "./course/course-reports.server";
import { type Report, fileOf } from "./reports.server";
import { financeReports } from "./finance/finance-reports.server";
import { salesReports } from "./sales/sales-reports.server";
import { filePeriodIn } from "./file-period.server";

const dashboards: Record<string, { needs: Permission; reports: Record<string, unknown> }> = {
  analytics: { needs: "reports.view", reports: analyticsReports },
  career: { needs: "reports.view", reports: careerReports },
  course: { needs: "reports.view", reports: courseReports },
  finance: { needs: "reports.sales", reports: financeReports },
  sales: { needs: "reports.sales", reports: salesReports },
};

/** The report that an address names, in any case of its letters. Throws a 404. */
function reportAt(request: Request) {
  const [, dashboard = "", file = ""] = new URL(request.url).pathname.toLowerCase().split("/");
  const name = file.replace(/\.csv$/, "");
  const { needs, reports } = dashboards[dashboard] ?? notFound("There is no such dashboard.");
  const report = (reports[name] ?? notFound("There is no such table.")) as Report<unknown>;
  return { needs, report, fileName: `${dashboard}-${name}` };
}

/** Throws a 404. */
export const permissionOfReport = (request: Request): Permission => reportAt(request).needs;

/** Returns the table of a period as a file. Throws a 404, or a 400 if there is no such period. */
export async function reportFile(request: Request): Promise<Response> {
  const { report, fileName } = reportAt(request);
  return fileOf(report, await filePeriodIn(request), fileName);
}

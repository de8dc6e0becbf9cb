/** A table of a dashboard as a file, such as `/course/due.csv`. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { analyticsReports } from "./analytics-reports.server";
import { careerReports } from "./career-reports.server";
import { courseReports } from "./course-reports.server";
import { fileAt } from "./reports.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "reports.view");
  return fileAt(request, { career: careerReports, course: courseReports, analytics: analyticsReports });
}

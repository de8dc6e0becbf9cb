/** The lists of the area as files. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { exportRows } from "~/core/list/export.server";
import { notFound } from "~/core/http/respond.server";
import { applicationColumns, applicationListing, listedApplications } from "./applications.server";
import { candidateColumns, candidateListing, listedCandidates } from "./candidates.server";
import { interviewColumns, interviewListing, listedInterviews } from "./interviews.server";
import { jobColumns, jobListing, listedJobs } from "./jobs.server";

const files: Record<string, (request: Request) => Promise<Response>> = {
  jobs: (request) => exportRows(request, jobListing, jobColumns, listedJobs),
  applications: (request) => exportRows(request, applicationListing, applicationColumns, listedApplications),
  candidates: (request) => exportRows(request, candidateListing, candidateColumns, listedCandidates),
  interviews: (request) => exportRows(request, interviewListing, interviewColumns, listedInterviews),
};

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "reports.view");
  const [, list = ""] = /\/career\/(\w+)\.\w+$/.exec(new URL(request.url).pathname.toLowerCase()) ?? [];
  const file = files[list] ?? notFound("There is no such list.");
  return file(request);
}

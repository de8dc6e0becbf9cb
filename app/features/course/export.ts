/** The lists of courses as files, such as `/course/study.csv`: the address says which. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { User } from "db/schema";
import { requireUser } from "~/auth/session.server";
import { exportRows } from "~/core/list/export.server";
import { listingFor } from "~/core/list/reach.server";
import { notFound } from "~/core/http/respond.server";
import { courseColumns, courseListing, withCounts } from "./courses.server";
import { enrolmentColumns, enrolmentListing, withCourse } from "./enrolments.server";
import { withEnrolment } from "./learners.server";
import { resultColumns, resultListing } from "./results.server";
import { studyColumns, studyListing, withLesson } from "./study.server";
import { taskColumns, taskListing } from "./tasks.server";

const lists: Partial<Record<string, (request: Request, me: User) => Promise<Response>>> = {
  courses: (request) => exportRows(request, courseListing, courseColumns, withCounts),
  enrolments: (request, me) => exportRows(request, listingFor(enrolmentListing, me), enrolmentColumns, withCourse),
  study: (request, me) => exportRows(request, listingFor(studyListing, me), studyColumns, withLesson),
  results: (request, me) => exportRows(request, listingFor(resultListing, me), resultColumns, withEnrolment),
  tasks: (request, me) => exportRows(request, listingFor(taskListing, me), taskColumns, withEnrolment),
};

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "reports.view");
  const name = new URL(request.url).pathname.toLowerCase().replace(/^\/course\/|\.(csv|json)$/g, "");
  const file = lists[name] ?? notFound("There is no such list.");
  return file(request, me);
}

/** The list of test results. */
import { sql } from "drizzle-orm";
import { courseTopics } from "db/lookups";
import { enrolments, type TestResult, testResults } from "db/schema";
import type { Columns } from "~/core/list/export.server";
import { sumMatching } from "~/core/list/counting.server";
import type { Listing } from "~/core/list/listing.server";
import { momentIn } from "~/core/list/days.server";
import { enrolmentFilters, type withEnrolment } from "./learners.server";

export const resultListing: Listing<typeof testResults> = {
  path: "/course/results",
  table: testResults,
  search: [
    sql`(select ${enrolments.learnerName} from ${enrolments} where ${enrolments.id} = ${testResults.enrolmentId})`,
    testResults.topic,
  ],
  filters: {
    topic: { label: "Topic", options: courseTopics, by: testResults.topic },
    taken: { label: "Taken", type: "days", by: momentIn(testResults.at) },
    ...enrolmentFilters(testResults.enrolmentId),
  },
  sorts: { at: testResults.at },
  sort: "-at",
  sums: async (query) => [
    { label: "Points", as: "number", value: await sumMatching(resultListing, query, testResults.score) },
  ],
};

type Row = Awaited<ReturnType<typeof withEnrolment<TestResult>>>[number];

export const resultColumns: Columns<Row> = {
  id: (result) => result.id,
  learner: (result) => result.learnerName,
  course: (result) => result.course,
  topic: (result) => result.topic,
  taken: (result) => result.at,
  score: (result) => result.score,
};

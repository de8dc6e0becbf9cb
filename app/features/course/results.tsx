import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { AreaTabs } from "~/ui/list/area-tabs";
import { listScreen } from "~/core/list/define-list.server";
import { pick } from "~/core/values/pick";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { Time } from "~/ui/values/time";
import { withEnrolment, withLearner } from "./learners.server";
import { coursePages } from "./pages";
import { PersonAndTime } from "./parts/people-and-progress";
import { resultList } from "./lists.server";

export const meta: MetaFunction = () => [{ title: "Test results · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "reports.view");
  const { rows, view } = await listScreen(resultList, me, request);
  const results = await withLearner(await withEnrolment(rows));
  return {
    results: results.map((row) => pick(row, "id", "enrolmentId", "learner", "course", "topic", "at", "score")),
    view,
  };
}

export default function Results() {
  const { results, view } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      view={view}
      rows={results}
      summary="How people did in their tests, of 100 points each."
      searchHint="Search learner or topic"
      rowLabel={({ learner, course }) => `${learner.name} in ${course}`}
      empty={{ title: "No results yet", text: "Results appear here once somebody has taken a test." }}
      columns={[
        {
          key: "course",
          label: "Course",
          narrow: "first",
          cell: ({ enrolmentId, course }) => (
            <a href={`/course/enrolments/${enrolmentId}`} className="primary-cell">
              <bdi>{course}</bdi>
            </a>
          ),
        },
        { key: "topic", label: "Topic", className: "text-muted whitespace-nowrap", cell: ({ topic }) => topic },
        {
          key: "learner",
          label: "Learner",
          narrow: "second",
          cell: ({ learner, topic, at }) => (
            <PersonAndTime person={learner}>
              {topic}, <Time value={at} />
            </PersonAndTime>
          ),
        },
        {
          key: "at",
          label: "Taken",
          sort: "at",
          className: "num text-muted whitespace-nowrap",
          cell: ({ at }) => <Time value={at} />,
        },
        { key: "score", label: "Points", narrow: "end", className: "num end font-medium", cell: ({ score }) => score },
      ]}
    >
      <AreaTabs label="Course" pages={coursePages} current={view.path} />
    </ListScreen>
  );
}

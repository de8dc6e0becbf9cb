import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { AreaTabs } from "~/ui/list/area-tabs";
import { listScreen } from "~/core/list/define-list.server";
import { pick } from "~/core/values/pick";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { Time } from "~/ui/values/time";
import { withCourse } from "./enrolments.server";
import { withLearner } from "./learners.server";
import { coursePages } from "./pages";
import { PersonName, Progress } from "./parts/people-and-progress";
import { riskRule } from "./risk.server";
import { enrolmentList } from "./lists.server";

export const meta: MetaFunction = () => [{ title: "Enrolments · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "reports.view");
  const { rows, view } = await listScreen(enrolmentList, me, request);
  const enrolments = await withLearner(await withCourse(rows));
  return {
    enrolments: enrolments.map((row) =>
      pick(
        row,
        "id",
        "learner",
        "courseId",
        "course",
        "lessons",
        "lessonsDone",
        "enrolledAt",
        "lastStudiedAt",
        "completedAt",
      ),
    ),
    view,
    rule: riskRule,
  };
}

export default function Enrolments() {
  const { enrolments, view, rule } = useLoaderData<typeof loader>();
  const risk = view.filters.some(({ name, value }) => name === "risk" && value);
  return (
    <ListScreen
      view={view}
      rows={enrolments}
      summary={risk ? `At risk: ${lowerFirst(rule)}.` : "Who takes which course, and how far they are."}
      searchHint="Search learner or course"
      rowLabel={({ learner, course }) => `${learner.name} in ${course}`}
      empty={{ title: "No enrolments yet", text: "Learners who take a course appear here." }}
      columns={[
        {
          key: "course",
          label: "Course",
          narrow: "first",
          cell: ({ id, course }) => (
            <a href={`/course/enrolments/${id}`} className="primary-cell">
              <bdi>{course}</bdi>
            </a>
          ),
        },
        {
          key: "learner",
          label: "Learner",
          narrow: "second",
          cell: ({ learner }) => <PersonName person={learner} />,
        },
        {
          key: "enrolled",
          label: "Enrolled",
          sort: "enrolledAt",
          className: "num text-muted whitespace-nowrap",
          cell: ({ enrolledAt }) => <Time value={enrolledAt} />,
        },
        {
          key: "progress",
          label: "Lessons",
          narrow: "end",
          cell: ({ lessonsDone, lessons }) => <Progress done={lessonsDone} lessons={lessons} />,
        },
        {
          key: "studied",
          label: "Last studied",
          room: "wider",
          className: "num text-muted whitespace-nowrap",
          cell: ({ lastStudiedAt }) => (lastStudiedAt ? <Time value={lastStudiedAt} /> : "–"),
        },
        {
          key: "completed",
          label: "Completed",
          className: "num text-muted whitespace-nowrap",
          cell: ({ completedAt }) => (completedAt ? <Time value={completedAt} /> : "–"),
        },
      ]}
    >
      <AreaTabs label="Course" pages={coursePages} current={view.path} />
    </ListScreen>
  );
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

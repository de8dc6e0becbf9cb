import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { AreaTabs } from "~/ui/list/area-tabs";
import { listScreen } from "~/core/list/define-list.server";
import { pick } from "~/core/values/pick";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { Time } from "~/ui/values/time";
import { withLearner } from "./learners.server";
import { coursePages } from "./pages";
import { PersonAndTime } from "./parts/people-and-progress";
import { withLesson } from "./study.server";
import { studyList } from "./lists.server";

export const meta: MetaFunction = () => [{ title: "Study · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "reports.view");
  const { rows, view } = await listScreen(studyList, me, request);
  const sessions = await withLearner(await withLesson(rows));
  return {
    sessions: sessions.map((row) =>
      pick(row, "id", "enrolmentId", "learner", "course", "lesson", "at", "minutes", "finished"),
    ),
    view,
  };
}

export default function Study() {
  const { sessions, view } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      view={view}
      rows={sessions}
      summary="Each time that somebody studied, and for how long."
      searchHint="Search learner, course or lesson"
      rowLabel={({ learner, lesson }) => `${learner.name}: ${lesson}`}
      empty={{
        title: "Nobody has studied yet",
        text: "Study times appear here with their lesson.",
      }}
      columns={[
        {
          key: "lesson",
          label: "Lesson",
          narrow: "first",
          cell: ({ enrolmentId, lesson }) => (
            <a href={`/course/enrolments/${enrolmentId}`} className="primary-cell">
              <bdi>{lesson}</bdi>
            </a>
          ),
        },
        { key: "course", label: "Course", className: "text-muted", cell: ({ course }) => <bdi>{course}</bdi> },
        {
          key: "learner",
          label: "Learner",
          narrow: "second",
          cell: ({ learner, at }) => (
            <PersonAndTime person={learner}>
              <Time value={at} />
            </PersonAndTime>
          ),
        },
        {
          key: "at",
          label: "Studied",
          sort: "at",
          className: "num text-muted whitespace-nowrap",
          cell: ({ at }) => <Time value={at} clock />,
        },
        {
          key: "finished",
          label: "Lesson finished",
          room: "wider",
          className: "text-muted",
          cell: ({ finished }) => (finished ? "Yes" : "–"),
        },
        {
          key: "minutes",
          label: "Minutes",
          narrow: "end",
          className: "num end font-medium",
          cell: ({ minutes }) => minutes,
        },
      ]}
    >
      <AreaTabs label="Course" pages={coursePages} current={view.path} />
    </ListScreen>
  );
}

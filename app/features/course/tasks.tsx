import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { AreaTabs } from "~/ui/list/area-tabs";
import { listScreen } from "~/core/list/define-list.server";
import { pick } from "~/core/values/pick";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { Day, Time } from "~/ui/values/time";
import { withEnrolment, withLearner } from "./learners.server";
import { coursePages } from "./pages";
import { PersonAndTime, StateBadge } from "./parts/people-and-progress";
import { taskStateOn } from "./task-state.server";
import { taskList } from "./lists.server";

export const meta: MetaFunction = () => [{ title: "Tasks · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "reports.view");
  const { rows, view } = await listScreen(taskList, me, request);
  const tasks = await withLearner(await withEnrolment(rows));
  return {
    tasks: tasks.map((row) => ({
      ...pick(row, "id", "enrolmentId", "title", "learner", "course", "dueDate", "doneAt"),
      state: taskStateOn(row),
    })),
    view,
  };
}

export default function Tasks() {
  const { tasks, view } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      view={view}
      rows={tasks}
      summary="What learners have to hand in, the earliest first."
      searchHint="Search task or learner"
      rowLabel={({ title, learner }) => `${title}, ${learner.name}`}
      empty={{ title: "No tasks yet", text: "Tasks for learners appear here." }}
      columns={[
        {
          key: "title",
          label: "Task",
          narrow: "first",
          cell: ({ enrolmentId, title }) => (
            <a href={`/course/enrolments/${enrolmentId}`} className="primary-cell">
              <bdi>{title}</bdi>
            </a>
          ),
        },
        {
          key: "course",
          label: "Course",
          room: "wider",
          className: "text-muted",
          cell: ({ course }) => <bdi>{course}</bdi>,
        },
        {
          key: "learner",
          label: "Learner",
          narrow: "second",
          cell: ({ learner, dueDate }) => (
            <PersonAndTime person={learner}>
              due <Day value={dueDate} />
            </PersonAndTime>
          ),
        },
        { key: "state", label: "State", narrow: "end", cell: ({ state }) => <StateBadge state={state} /> },
        {
          key: "due",
          label: "Due",
          sort: "dueDate",
          className: "num text-muted whitespace-nowrap",
          cell: ({ dueDate }) => <Day value={dueDate} />,
        },
        {
          key: "done",
          label: "Done",
          className: "num text-muted whitespace-nowrap",
          cell: ({ doneAt }) => (doneAt ? <Time value={doneAt} /> : "–"),
        },
      ]}
    >
      <AreaTabs label="Course" pages={coursePages} current={view.path} />
    </ListScreen>
  );
}

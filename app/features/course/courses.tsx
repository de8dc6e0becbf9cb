import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatNumber } from "~/core/values/noun";
import { requireUser } from "~/auth/session.server";
import { AreaTabs } from "~/ui/list/area-tabs";
import { listScreen } from "~/core/list/define-list.server";
import { pick } from "~/core/values/pick";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { withCounts } from "./courses.server";
import { peopleOf } from "./learners.server";
import { coursePages } from "./pages";
import { PersonName, share } from "./parts/people-and-progress";
import { courseList } from "./lists.server";

export const meta: MetaFunction = () => [{ title: "Courses · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "reports.view");
  const { rows, view } = await listScreen(courseList, me, request);
  const person = await peopleOf(rows.map(({ teacherId, teacherName }) => ({ id: teacherId, name: teacherName })));
  const courses = (await withCounts(rows)).map((course) => ({
    ...pick(course, "id", "title", "topic", "lessons", "learners", "completed"),
    teacher: person({ id: course.teacherId, name: course.teacherName }),
  }));
  return { courses, view };
}

export default function Courses() {
  const { courses, view } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      view={view}
      rows={courses}
      summary="What there is to learn, and how many have learnt it."
      searchHint="Search title, topic or teacher"
      rowLabel={({ title }) => title}
      empty={{ title: "No courses yet", text: "Courses will appear here." }}
      columns={[
        {
          key: "title",
          label: "Course",
          sort: "title",
          narrow: "first",
          cell: ({ id, title }) => (
            <a href={`/course/courses/${id}`} className="primary-cell">
              <bdi>{title}</bdi>
            </a>
          ),
        },
        {
          key: "topic",
          label: "Topic",
          narrow: "second",
          className: "text-muted whitespace-nowrap",
          cell: ({ topic }) => topic,
        },
        {
          key: "teacher",
          label: "Teacher",
          cell: ({ teacher }) => <PersonName person={teacher} />,
        },
        { key: "lessons", label: "Lessons", className: "num end", cell: ({ lessons }) => lessons },
        {
          key: "learners",
          label: "Learners",
          className: "num end",
          cell: ({ id, learners }) => (
            <a className="link" href={`/course/enrolments?course=${id}`}>
              {formatNumber(learners)}
            </a>
          ),
        },
        {
          key: "completion",
          label: "Completed",
          narrow: "end",
          className: "num end",
          cell: ({ completed, learners }) => share(completed, learners),
        },
      ]}
    >
      <AreaTabs label="Course" pages={coursePages} current={view.path} />
    </ListScreen>
  );
}

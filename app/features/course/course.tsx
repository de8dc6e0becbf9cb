import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { howMany } from "~/core/values/noun";
import { requireUser } from "~/auth/session.server";
import { recordId } from "~/core/values/ids";
import { pick } from "~/core/values/pick";
import { notFound } from "~/core/http/respond.server";
import { Card, CardBody, Facts } from "~/ui/card";
import { PageTitle } from "~/ui/page-title";
import { Table } from "~/ui/list/table";
import { Time } from "~/ui/values/time";
import { getCourse, learnersOf, lessonsWithFinishers, withCounts } from "./courses.server";
import { peopleOf, withLearner } from "./learners.server";
import { PersonName, Progress, share } from "./parts/people-and-progress";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? data.course.title : "Course"} · Portico` },
];

/** The page shows no more learners than this; the rest is in the list. */
const maxLearners = 25;

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "reports.view");
  const course = (await getCourse(recordId(params.id))) ?? notFound("There is no such course.");
  const [counted] = await withCounts([course]);
  const person = await peopleOf([{ id: course.teacherId, name: course.teacherName }]);
  const learners = await withLearner(await learnersOf(course.id, maxLearners));
  return {
    course: pick(course, "id", "title", "topic", "description", "createdAt"),
    counts: pick(counted ?? { lessons: 0, learners: 0, completed: 0 }, "lessons", "learners", "completed"),
    teacher: person({ id: course.teacherId, name: course.teacherName }),
    lessons: await lessonsWithFinishers(course.id),
    learners: learners.map((row) => pick(row, "id", "learner", "lessonsDone", "enrolledAt", "completedAt")),
  };
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

export default function CoursePage() {
  const { course, counts, teacher, lessons, learners } = useLoaderData<typeof loader>();
  const minutes = lessons.reduce((sum, lesson) => sum + lesson.minutes, 0);
  return (
    <>
      <PageTitle
        title={<bdi>{course.title}</bdi>}
        breadcrumb={[
          { href: "/course", title: "Course" },
          { href: "/course/courses", title: "Courses" },
        ]}
        summary={course.description}
      />
      <div className="with-aside">
        <div className="grid gap-5">
          <Lessons lessons={lessons} learners={counts.learners} />
          <Learners course={course} counts={counts} learners={learners} />
        </div>
        <Card title="About">
          <CardBody>
            <Facts
              facts={[
                {
                  term: "Topic",
                  value: (
                    <a className="link" href={`/course/courses?topic=${encodeURIComponent(course.topic)}`}>
                      {course.topic}
                    </a>
                  ),
                },
                { term: "Teacher", value: <PersonName person={teacher} /> },
                {
                  term: "Length",
                  value: `${howMany(counts.lessons, "lesson")}, ${minutes} min`,
                },
                {
                  term: "Learners",
                  value: (
                    <a className="link num" href={`/course/enrolments?course=${course.id}`}>
                      {counts.learners}
                    </a>
                  ),
                },
                {
                  term: "Completed",
                  value: (
                    <>
                      <a className="link num" href={`/course/enrolments?course=${course.id}&state=completed`}>
                        {counts.completed}
                      </a>
                      , {share(counts.completed, counts.learners)}
                    </>
                  ),
                },
                { term: "Since", value: <Time value={course.createdAt} /> },
              ]}
            />
            <p className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-sm">
              <a className="link" href={`/course/study?course=${course.id}`}>
                Study
              </a>
              <a className="link" href={`/course/results?course=${course.id}`}>
                Results
              </a>
              <a className="link" href={`/course/tasks?course=${course.id}`}>
                Tasks
              </a>
            </p>
          </CardBody>
        </Card>
      </div>
    </>
  );
}

function Lessons({ lessons, learners }: { lessons: Loaded["lessons"]; learners: number }) {
  return (
    <Card title="Lessons" sub="How far those come who begin">
      <Table label="Lessons">
        <thead>
          <tr>
            <th scope="col">Lesson</th>
            <th scope="col" className="end">
              Minutes
            </th>
            <th scope="col">Finished by</th>
          </tr>
        </thead>
        <tbody>
          {lessons.map(({ id, place, title, minutes, finished }) => (
            <tr key={id}>
              <td>
                <span className="num text-muted">{place}.</span> <bdi>{title}</bdi>
              </td>
              <td className="num end">{minutes}</td>
              <td>
                <Progress done={finished} lessons={learners} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

function Learners({ course, counts, learners }: Pick<Loaded, "course" | "counts" | "learners">) {
  const all = (
    <a className="link reach text-sm" href={`/course/enrolments?course=${course.id}`}>
      {learners.length < counts.learners ? `All ${counts.learners} learners` : "As a list"}
    </a>
  );
  if (learners.length === 0) {
    return (
      <Card title="Learners">
        <CardBody className="text-muted">Nobody has taken this course yet.</CardBody>
      </Card>
    );
  }
  return (
    <Card title="Learners" sub="Who enrolled last is first" aside={all}>
      <Table label="Learners" role="table" className="table-stack">
        <thead role="rowgroup">
          <tr role="row">
            {["Learner", "Enrolled", "Completed", "Lessons"].map((label) => (
              <th key={label} scope="col" role="columnheader">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {learners.map(({ id, learner, enrolledAt, lessonsDone, completedAt }) => (
            <tr key={id} role="row">
              <td role="cell" className="stack-name">
                <PersonName person={learner} />
              </td>
              <td role="cell" className="num whitespace-nowrap" data-label="Enrolled">
                <a className="link" href={`/course/enrolments/${id}`}>
                  <Time value={enrolledAt} />
                </a>
              </td>
              <td role="cell" className="num text-muted whitespace-nowrap @max-[34rem]:hidden">
                {completedAt ? <Time value={completedAt} /> : "–"}
              </td>
              <td role="cell">
                <Progress done={lessonsDone} lessons={counts.lessons} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

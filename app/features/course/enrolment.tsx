import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { recordId } from "~/core/values/ids";
import { pick } from "~/core/values/pick";
import { notFound } from "~/core/http/respond.server";
import { Alert } from "~/ui/alert";
import { Card, CardBody, Facts } from "~/ui/card";
import { PageTitle } from "~/ui/page-title";
import { Time } from "~/ui/values/time";
import { getEnrolment, lessonsTaken, overdueTasks, sessionsOf, testsAndTasksOf, withCourse } from "./enrolments.server";
import { LessonsTaken, Sessions, Tasks, Tests } from "./enrolment-cards";
import { withLearner } from "./learners.server";
import { PersonName, Progress, StateBadge } from "./parts/people-and-progress";
import { riskReason } from "./risk.server";
import { taskStateOn } from "./task-state.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `${data.enrolment.learner.name}: ${data.enrolment.course}` : "Enrolment"} · Portico` },
];

/** The page shows no more times of study than this; the rest is in the list. */
const maxSessions = 50;

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "reports.view");
  const row = (await getEnrolment(recordId(params.id))) ?? notFound("There is no such enrolment.");
  const [enrolment] = await withLearner(await withCourse([row]));
  const { tests, tasks } = await testsAndTasksOf(row.id);
  const overdue = await overdueTasks([row.id]);
  return {
    enrolment: pick(
      enrolment ?? notFound("There is no such enrolment."),
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
    risk: riskReason(row, overdue(row.id)),
    lessons: await lessonsTaken(row),
    sessions: await sessionsOf(row.id, maxSessions),
    tests: tests.map((test) => pick(test, "id", "topic", "at", "score")),
    tasks: tasks.map((task) => ({ ...pick(task, "id", "title", "dueDate", "doneAt"), state: taskStateOn(task) })),
  };
}

export default function EnrolmentPage() {
  const { enrolment, risk, lessons, sessions, tests, tasks } = useLoaderData<typeof loader>();
  const { learner, course, courseId, lessonsDone, enrolledAt, lastStudiedAt, completedAt } = enrolment;
  const sessionsHref = learner.id > 0 ? `/course/study?course=${courseId}&learner=${learner.id}` : undefined;
  return (
    <>
      <PageTitle
        title={<bdi>{course}</bdi>}
        here={<bdi>{learner.name}</bdi>}
        breadcrumb={[
          { href: "/course", title: "Course" },
          { href: "/course/enrolments", title: "Enrolments" },
        ]}
        badge={<StateBadge state={completedAt ? "Completed" : "In progress"} />}
        summary={
          <>
            Taken by <bdi>{learner.name}</bdi> since <Time value={enrolledAt} />
          </>
        }
      />
      {risk && (
        <Alert family="warning" role="status" className="mb-5">
          At risk: {risk.charAt(0).toLowerCase() + risk.slice(1)}.
        </Alert>
      )}
      <div className="with-aside">
        <div className="grid gap-5">
          <LessonsTaken lessons={lessons} />
          <Sessions sessions={sessions} all={sessionsHref} />
        </div>
        <div className="grid gap-5">
          <Card title="About">
            <CardBody>
              <Facts
                facts={[
                  { term: "Learner", value: <PersonName person={learner} /> },
                  {
                    term: "Course",
                    value: (
                      <a className="link" href={`/course/courses/${courseId}`}>
                        <bdi>{course}</bdi>
                      </a>
                    ),
                  },
                  { term: "Lessons", value: <Progress done={lessonsDone} lessons={enrolment.lessons} /> },
                  { term: "Last studied", value: lastStudiedAt ? <Time value={lastStudiedAt} clock /> : "Never" },
                  { term: "Completed", value: completedAt ? <Time value={completedAt} clock /> : "–" },
                ]}
              />
            </CardBody>
          </Card>
          <Tasks tasks={tasks} />
          <Tests tests={tests} />
        </div>
      </div>
    </>
  );
}

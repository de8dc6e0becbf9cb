import type { ReactNode } from "react";
import { Card, CardBody } from "~/ui/card";
import { Table } from "~/ui/list/table";
import { Day, Time } from "~/ui/values/time";
import { StateBadge } from "./parts/people-and-progress";

/** A date that may have been serialized to a string or number. */
type Moment = Date | string | number;

interface Lesson {
  id: number;
  place: number;
  title: string;
  minutes: number;
  spent: number;
  finishedAt: Moment | null;
}

/** The lessons of an enrolment, with the time each was finished. */
export function LessonsTaken({ lessons }: { lessons: Lesson[] }) {
  return (
    <Card title="Lessons">
      <Table label="Lessons">
        <thead>
          <tr>
            <th scope="col">Lesson</th>
            <th scope="col" className="end">
              Minutes spent
            </th>
            <th scope="col">Finished</th>
          </tr>
        </thead>
        <tbody>
          {lessons.map(({ id, place, title, minutes, spent, finishedAt }) => (
            <tr key={id}>
              <td>
                <span className="num text-muted">{place}.</span> <bdi>{title}</bdi>
              </td>
              <td className="num end">
                {spent} of {minutes}
              </td>
              <td className="num text-muted whitespace-nowrap">{finishedAt ? <Time value={finishedAt} /> : "–"}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

/** The times at which they studied, the last first. */
export function Sessions({
  sessions,
  all,
}: {
  sessions: { id: number; at: Moment; minutes: number; finished: boolean; lesson: string }[];
  all?: string;
}) {
  if (sessions.length === 0) return <None title="Study">They have not studied for this course yet.</None>;
  return (
    <Card
      title="Study"
      sub="The last time is first"
      aside={
        all && (
          <a className="link reach text-sm" href={all}>
            As a list
          </a>
        )
      }
    >
      <Table label="Study">
        <thead>
          <tr>
            <th scope="col">Studied</th>
            <th scope="col">Lesson</th>
            <th scope="col" className="end">
              Minutes
            </th>
          </tr>
        </thead>
        <tbody>
          {sessions.map(({ id, at, lesson, minutes, finished }) => (
            <tr key={id}>
              <td className="num whitespace-nowrap">
                <Time value={at} clock />
              </td>
              <td>
                <bdi>{lesson}</bdi>
                {finished && <span className="text-muted">, finished</span>}
              </td>
              <td className="num end">{minutes}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

/** The tasks to hand in. */
export function Tasks({
  tasks,
}: {
  tasks: { id: number; title: string; dueDate: string; doneAt: Moment | null; state: "Done" | "Overdue" | "Open" }[];
}) {
  if (tasks.length === 0) return <None title="Tasks">There is nothing to hand in.</None>;
  return (
    <Card title="Tasks">
      <ul className="divide-y divide-border">
        {tasks.map(({ id, title, dueDate, doneAt, state }) => (
          <Item key={id} title={title} end={<StateBadge state={state} />}>
            {doneAt ? (
              <>
                done <Time value={doneAt} />
              </>
            ) : (
              <>
                due <Day value={dueDate} />
              </>
            )}
          </Item>
        ))}
      </ul>
    </Card>
  );
}

/** The results of a learner's tests. */
export function Tests({ tests }: { tests: { id: number; topic: string; at: Moment; score: number }[] }) {
  if (tests.length === 0) return <None title="Tests">They have not taken a test yet.</None>;
  return (
    <Card title="Tests" sub="Of 100 points each">
      <ul className="divide-y divide-border">
        {tests.map(({ id, topic, at, score }) => (
          <Item key={id} title={topic} end={<span className="num font-medium">{score}</span>}>
            <Time value={at} />
          </Item>
        ))}
      </ul>
    </Card>
  );
}

function Item({ title, end, children }: { title: string; end: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center justify-between gap-4 px-5 py-3">
      <div className="min-w-0">
        <bdi>{title}</bdi>
        <p className="num text-sm text-muted">{children}</p>
      </div>
      {end}
    </li>
  );
}

function None({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <CardBody className="text-muted">{children}</CardBody>
    </Card>
  );
}

import type { ReactNode } from "react";
import { useMay } from "~/core/access/may";
import { Avatar } from "~/ui/values/avatar";
import { Badge } from "~/ui/values/badge";
import { Bar } from "~/ui/values/bar";
import { StatusBadge } from "~/ui/values/status-badge";

interface PersonProps {
  person: { id: number; name: string; image: string | null; inDirectory: boolean };
  /** Rendered next to the name, or below it. */
  children?: ReactNode;
}

/** The name of a learner or teacher, linked while they are in the directory. */
export function PersonName({ person, children }: PersonProps) {
  const mayOpen = useMay()("people.view");
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-2.5 align-middle">
      <Avatar size="sm" person={person} />
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        {person.inDirectory && mayOpen ? (
          <a href={`/users/${person.id}`} className="link">
            <bdi>{person.name}</bdi>
          </a>
        ) : (
          <bdi>{person.name}</bdi>
        )}
        {children}
      </span>
    </span>
  );
}

/** The name, and on narrow screens the time, which has no column there. */
export function PersonAndTime({ person, children }: PersonProps) {
  return (
    <PersonName person={person}>
      <span className="num hidden text-sm text-muted @max-2xl:inline">{children}</span>
    </PersonName>
  );
}

/** Progress as a bar and in numbers. */
export function Progress({ done, lessons }: { done: number; lessons: number }) {
  return (
    <span className="inline-flex items-center gap-2.5 align-middle whitespace-nowrap">
      <Bar part={done} whole={lessons} className="w-20 shrink-0 @max-2xl:w-14" />
      <span className="num text-sm text-muted">
        {done} of {lessons}
      </span>
    </span>
  );
}

/** The state of a task or an enrolment as a badge. */
export function StateBadge({ state }: { state: "Done" | "Overdue" | "Open" | "Completed" | "In progress" }) {
  if (state === "Overdue" || state === "Open") return <StatusBadge value={state} />;
  return state === "In progress" ? (
    <Badge icon="clock">In progress</Badge>
  ) : (
    <Badge family="success" icon="circle-check">
      {state}
    </Badge>
  );
}

/** A part of a whole in percent, or "–". */
export const share = (part: number, whole: number) => (whole === 0 ? "–" : `${Math.round((100 * part) / whole)}%`);

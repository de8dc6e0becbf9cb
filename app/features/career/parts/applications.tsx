/** Components shared by several pages of the career area. */
import { TableCard } from "~/ui/chart/cards";
import { Avatar } from "~/ui/values/avatar";
import { StatusBadge } from "~/ui/values/status-badge";
import { Time } from "~/ui/values/time";
import { dayCount, stuckAfter } from "../stages";

/** A candidate's name, linked to the row's record. */
export function Person({ href, id, name }: { href: string; id: number; name: string }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar size="sm" person={{ id, name }} />
      <a href={href} className="primary-cell">
        <bdi>{name}</bdi>
      </a>
    </span>
  );
}

/** The time in the current stage, with a text that marks applications that wait too long. */
export function InStage({ days, isOver }: { days: number; isOver: boolean }) {
  if (isOver) return <span className="text-subtle">–</span>;
  if (days <= stuckAfter) return dayCount(days);
  return (
    <span className="relative font-medium text-warning-text">
      {dayCount(days)}
      <span className="sr-only">, stuck</span>
    </span>
  );
}

interface Applied {
  id: number;
  candidateId: number;
  candidateName: string;
  jobTitle: string;
  source: string;
  appliedAt: Date;
  stage: string;
  days: number;
  isOver: boolean;
}

/** The latest applications of one job, or of one candidate. */
export function ApplicationsCard({ rows, of, id }: { rows: Applied[]; of: "job" | "candidate"; id: number }) {
  const who =
    of === "job"
      ? {
          label: "Candidate",
          name: true,
          cell: (row: Applied) => (
            <Person href={`/career/applications/${row.id}`} id={row.candidateId} name={row.candidateName} />
          ),
        }
      : {
          label: "Job",
          name: true,
          cell: (row: Applied) => (
            <a className="primary-cell" href={`/career/applications/${row.id}`}>
              <bdi>{row.jobTitle}</bdi>
            </a>
          ),
        };
  return (
    <TableCard
      title="Applications"
      all={{ href: `/career/applications?${of}=${id}`, title: "All of them" }}
      csv={`/career/applications.csv?${of}=${id}`}
      empty="Nobody has applied yet."
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        who,
        { label: "Source", className: "text-muted whitespace-nowrap", cell: (row) => row.source },
        {
          label: "Applied",
          className: "num text-muted whitespace-nowrap",
          cell: (row) => <Time value={row.appliedAt} />,
        },
        { label: "Stage", cell: (row) => <StatusBadge value={row.stage} /> },
        {
          label: "In stage",
          end: true,
          className: "whitespace-nowrap",
          cell: (row) => !row.isOver && <InStage {...row} />,
        },
      ]}
    />
  );
}

import type { ReactNode } from "react";
import { Card, CardBody } from "~/ui/card";
import { Money } from "~/ui/values/money";
import { StatusBadge } from "~/ui/values/status-badge";

interface RecordListProps {
  title: string;
  records: { href: string; title: string; status?: string; when: ReactNode; cents: number }[];
  /** Text shown without records. */
  empty: string;
  /** Link to all records. */
  more: { href: string; text: string };
  className?: string;
}

/** A few related records on a user's page, the newest first, such as their orders. */
export function RecordList({ title, records, empty, more, className }: RecordListProps) {
  if (records.length === 0) {
    return (
      <Card title={title} className={className}>
        <CardBody className="text-muted">{empty}</CardBody>
      </Card>
    );
  }
  return (
    <Card
      title={title}
      className={className}
      aside={
        <a className="link reach text-sm" href={more.href}>
          {more.text}
        </a>
      }
    >
      <ul className="divide-y divide-border">
        {records.map((record) => (
          <li key={record.href} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3">
            <div>
              <a href={record.href} className="primary-cell num reach">
                {record.title}
              </a>
              <p className="num text-sm text-muted">{record.when}</p>
            </div>
            <div className="flex items-center gap-3">
              {record.status && <StatusBadge value={record.status} />}
              <Money cents={record.cents} className="font-medium" />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

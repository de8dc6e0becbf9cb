import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { FieldChange } from "./field-value";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { Time } from "~/ui/values/time";
import { Form } from "~/ui/owned-form";
import type { Entry } from "~/core/audit/entries.server";

interface HistoryProps {
  entries: Entry[];
  title?: string;
  /** Path of the complete history. */
  more?: string;
  /** Renders what was done and by whom, for entries that are not about the page's record. */
  line?(entry: Entry): ReactNode;
  className?: string;
}

/** Journal entries, newest first, with an undo button for each change that can still be undone. */
export function History({ entries, title = "History", more, line = whoDidWhat, className }: HistoryProps) {
  return (
    <Card
      title={title}
      className={className}
      aside={
        more && (
          <a className="link reach text-sm" href={more}>
            All activity
          </a>
        )
      }
    >
      {entries.length === 0 ? (
        <CardBody className="text-muted">Nothing has happened here yet.</CardBody>
      ) : (
        <ol className="grid gap-4 p-5">
          {entries.map((entry) => (
            <li key={entry.id} className="flex items-baseline justify-between gap-4">
              <div className="min-w-0 wrap-anywhere">
                <p>
                  {line(entry)} <Time value={entry.at} relative className="whitespace-nowrap text-subtle" />
                </p>
                <Changes entry={entry} />
              </div>
              <UndoButton entry={entry} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

const whoDidWhat = (entry: Entry) => (
  <>
    <b className="font-medium">
      <bdi>{entry.byName}</bdi>
    </b>{" "}
    <span className="text-muted">{actionText(entry)}</span>
  </>
);

/** Returns the action of an entry, such as "changed this". */
export function actionText(entry: Entry, what = "this"): string {
  if (entry.action === "security") return entry.note ?? "";
  const action = (entry.entity === "invoices" && invoiceActions[entry.action]) || entry.action;
  return `${entry.undoes ? "undid a change: " : ""}${action} ${what}`;
}

/** Invoices are void rather than deleted. */
const invoiceActions: Partial<Record<string, string>> = { deleted: "voided", restored: "reinstated" };

/**
 * The fields that an entry changed, before and after, and its note. The action itself says whether it moved to or from
 * the trash.
 */
export function Changes({ entry: { action, before, after, note, people, fields } }: { entry: Entry }) {
  const changed = Object.entries(fields);
  return (
    <>
      {changed.length > 0 && (
        <ul className="mt-1 grid grid-cols-1 gap-0.5 text-sm text-muted">
          {changed.map(([field, of]) => (
            <li key={field}>
              <FieldChange of={of} before={before?.[field]} after={after?.[field]} people={people} />
            </li>
          ))}
        </ul>
      )}
      {action === "sent" && after && (
        <p className="mt-1 text-sm text-muted">
          To <bdi>{String(after.billingEmail)}</bdi>
        </p>
      )}
      {note && action !== "security" && (
        <p className="mt-1 text-sm">
          “<bdi>{note}</bdi>”
        </p>
      )}
    </>
  );
}

/** A button that undoes the change and returns here, or the reason why there is none. */
export function UndoButton({ entry }: { entry: Entry }) {
  const { pathname, search } = useLocation();
  if (entry.undo === "none") return null;
  if (entry.undo !== "open")
    return (
      <span className="text-sm whitespace-nowrap text-subtle">
        {entry.undo === "undone" ? "Undone" : "Changed since"}
      </span>
    );
  return (
    <Form method="post" action="/undo" className="-my-1.5 print:m-0">
      <input type="hidden" name="batch" value={entry.batch} />
      <input type="hidden" name="entry" value={entry.id} />
      <input type="hidden" name="back" value={pathname + search} />
      <Button
        size="xs"
        variant="ghost"
        icon="undo-2"
        className="flush-end print:m-0"
        aria-label={`Undo: ${actionText(entry, entry.label)}`}
      >
        Undo
      </Button>
    </Form>
  );
}

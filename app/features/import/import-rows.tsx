import { formatNumber } from "~/core/values/noun";
import { Badge, type BadgeFamily } from "~/ui/values/badge";
import { Icon } from "~/ui/icons/icon";
import type { IconName } from "~/ui/icons/icon-names";
import type { ShownRow } from "~/core/import/shown-rows.server";

const outcomes: Record<NonNullable<ShownRow["outcome"]>, { title: string; family: BadgeFamily; icon: IconName }> = {
  create: { title: "Created", family: "success", icon: "plus" },
  change: { title: "Changed", family: "info", icon: "pencil-line" },
  same: { title: "Same", family: "neutral", icon: "check" },
  refuse: { title: "Refused", family: "error", icon: "circle-x" },
};

/** The rows of a file, each with what becomes of it, cell by cell. */
export function ImportRows({ rows }: { rows: ShownRow[] }) {
  return (
    <ol className="divide-y divide-border">
      {rows.map((row) => {
        const look = outcomes[row.outcome ?? "same"];
        return (
          <li key={row.line} className="grid gap-x-6 gap-y-2 px-5 py-3.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 sm:flex-col sm:items-start">
              <Badge family={look.family} icon={look.icon}>
                {look.title}
              </Badge>
              <span className="num text-sm text-muted">
                Line {formatNumber(row.line)}
                {row.record && (
                  <>
                    {" · "}
                    <a className="link" href={row.record.href}>
                      #{row.record.id}
                    </a>
                  </>
                )}
              </span>
            </div>
            {row.cells.length === 0 ? (
              <p className="text-muted">Nothing in it is different.</p>
            ) : (
              <Cells cells={row.cells} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Cells({ cells }: Pick<ShownRow, "cells">) {
  return (
    <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[8rem_minmax(0,1fr)]">
      {cells.map((cell, place) => (
        <div key={place} className="contents">
          <dt className="text-sm text-muted">{cell.label || "The row"}</dt>
          <dd className="min-w-0 wrap-anywhere max-sm:mb-1">
            <Values cell={cell} />
            {cell.error && (
              <span className="error">
                <Icon name="circle-alert" />
                <span>{cell.error}</span>
              </span>
            )}
            {cell.note && <span className="block text-sm text-muted">{cell.note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Values({ cell: { before, after } }: { cell: ShownRow["cells"][number] }) {
  if (before === undefined) return after ? <bdi className="whitespace-pre-line">{after}</bdi> : null;
  return (
    <>
      <del className="whitespace-pre-line text-muted">{before || <span className="sr-only">nothing</span>}</del>{" "}
      {before && <Icon name="arrow-right" flip className="inline size-3.5! text-subtle" />}
      <span className="sr-only"> becomes </span>{" "}
      <ins className="whitespace-pre-line no-underline">{after || <span className="text-muted">nothing</span>}</ins>
    </>
  );
}

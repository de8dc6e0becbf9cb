import { formatNumber } from "~/core/values/noun";
import { Button } from "~/ui/button";
import { SelectField, TextField } from "~/ui/form/fields";
import { Badge, type BadgeFamily } from "~/ui/values/badge";
import { Icon } from "~/ui/icons/icon";
import type { IconName } from "~/ui/icons/icon-names";
import type { ShownRow } from "~/core/import/shown-rows.server";

const outcomes: Record<NonNullable<ShownRow["outcome"]>, { title: string; family: BadgeFamily; icon: IconName }> = {
  create: { title: "Created", family: "success", icon: "plus" },
  change: { title: "Changed", family: "info", icon: "pencil-line" },
  same: { title: "Same", family: "neutral", icon: "check" },
  refuse: { title: "Refused", family: "error", icon: "circle-x" },
  ask: { title: "Question", family: "warning", icon: "circle-alert" },
  skip: { title: "Skipped", family: "neutral", icon: "x" },
  part: { title: "Same record", family: "neutral", icon: "arrow-up" },
};

/** Answers the questions of all rows at once. */
export function AnswerAll({ questions }: { questions: number }) {
  return (
    <div className="flex flex-wrap items-end gap-3 border-b border-border px-5 py-4">
      <SelectField
        name="all"
        label={questions === 1 ? "For the row that asks" : `For all ${formatNumber(questions)} rows that ask`}
        placeholder="Answer each by itself"
        options={answersToAll}
        form={undefined}
      />
      <Button variant="outline">Answer all</Button>
    </div>
  );
}

const answersToAll = [
  { value: "create", title: "Take no account of the number" },
  { value: "update", title: "Update the records with these numbers" },
  { value: "skip", title: "Skip these rows" },
];

/** The rows of a file with the result of each cell; `asks` adds the questions about rows. */
export function ImportRows({ rows, asks }: { rows: ShownRow[]; asks: boolean }) {
  return (
    <ol className="divide-y divide-border">
      {rows.map((row, index) => {
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
                      {/^\d/.test(row.record.id) && "#"}
                      {row.record.id}
                    </a>
                  </>
                )}
              </span>
            </div>
            {row.cells.length === 0 ? (
              <p className="text-muted">Nothing in it is different.</p>
            ) : (
              <div className="grid gap-3">
                <Cells cells={row.cells} />
                {asks && row.options && <Answer row={row} place={index} options={row.options} />}
                {asks && row.choices && <Choices row={row} place={index} choices={row.choices} />}
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Answer({
  row,
  place,
  options,
}: {
  row: ShownRow;
  place: number;
  options: { value: string; title: string }[];
}) {
  return (
    <div className="max-w-md">
      <input type="hidden" name={`answers.${place}.line`} value={row.line} />
      <SelectField
        name={`answers.${place}.answer`}
        label={`What to do with line ${formatNumber(row.line)}`}
        placeholder="Choose"
        options={options}
        form={undefined}
        defaultValue={row.answer ?? ""}
      />
    </div>
  );
}

interface ChoicesProps {
  row: ShownRow;
  place: number;
  choices: NonNullable<ShownRow["choices"]>;
}

/** Changes what a row is proposed to be. */
function Choices({ row: { line, outcome }, place, choices }: ChoicesProps) {
  return (
    <details open={outcome === "refuse"}>
      <summary className="link w-fit text-sm">Change line {formatNumber(line)}</summary>
      <input type="hidden" name={`answers.${place}.line`} value={line} />
      <div className="mt-2 grid gap-3 sm:grid-cols-3">
        {choices.map(({ name, label, options, value }) => {
          const common = { name: `answers.${place}.proposed.${name}`, label, form: undefined, defaultValue: value };
          return options ? (
            <SelectField key={name} {...common} options={options} />
          ) : (
            <TextField key={name} {...common} autoComplete="off" />
          );
        })}
      </div>
    </details>
  );
}

function Cells({ cells }: Pick<ShownRow, "cells">) {
  return (
    <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[8rem_minmax(0,1fr)]">
      {cells.map((cell, index) => (
        <div key={index} className="contents">
          <dt className="text-sm text-muted">{cell.label || "The row"}</dt>
          <dd className="min-w-0 wrap-anywhere max-sm:mb-1">
            <Values cell={cell} />
            {cell.error && (
              <span className="error">
                <Icon name="circle-alert" />
                <span>{cell.error}</span>
              </span>
            )}
            {cell.note && cell.differs ? (
              <span className="block text-sm text-warning-text">
                <Icon name="triangle-alert" className="inline size-4!" /> {cell.note}
              </span>
            ) : (
              cell.note && <span className="block text-sm text-muted">{cell.note}</span>
            )}
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

import { useLocation } from "@remix-run/react";
import { useContext } from "react";
import { useMay } from "~/core/access/may";
import { howMany } from "~/core/values/noun";
import { Button } from "~/ui/button";
import { Form } from "~/ui/owned-form";
import { Badge } from "~/ui/values/badge";
import { Card, CardBody } from "~/ui/card";
import { formatClock, formatDay } from "~/core/values/time-format";
import { Time, TimeZone } from "~/ui/values/time";
import type { SumRow } from "../../../../../db/answer-clock";
import type { TicketContext } from "~/features/support/tickets/ticket-context.server";
import { durationText } from "./duration";
import { targetHours } from "../../../../../db/answer-targets";

/** The response due date, as the sum of the working time that the requester has waited. */
export function AnswerCard({ answer, page }: { answer: NonNullable<TicketContext["answer"]>; page: string }) {
  const { priority, chosen, rows, total, target, hours, isPaused, late, answerDueAt } = answer;
  const timeZone = useContext(TimeZone);
  return (
    <Card
      title="Response target"
      sub={`${priority}: ${howMany(targetHours[priority], "working hour")}`}
      aside={<State isPaused={isPaused} isLate={late > 0} />}
    >
      <CardBody>
        <table className="w-full text-sm">
          <caption className="sr-only">Working time in which the requester waited</caption>
          <tbody>
            {rows.length === 0 && (
              <tr>
                <td className="pb-2 text-muted" colSpan={2}>
                  No working hours have passed yet.
                </td>
              </tr>
            )}
            {rows.map((row, index) => (
              <Row key={index} row={row} timeZone={timeZone} />
            ))}
          </tbody>
          <tfoot>
            <tr className="border-t border-border font-medium">
              <th scope="row" className="pt-2 text-start font-medium">
                Waited, of {durationText(target)}
              </th>
              <td className="num pt-2 text-right align-bottom whitespace-nowrap">{durationText(total)}</td>
            </tr>
          </tfoot>
        </table>
        <p className="mt-3 text-sm">
          {late > 0 ? (
            <span className="font-medium text-error-text">{durationText(late)} late</span>
          ) : isPaused ? (
            `Paused, with ${durationText(target - total)} left`
          ) : (
            `${durationText(target - total)} left`
          )}
          {answerDueAt && (
            <>
              , due <Time value={answerDueAt} clock className="num" />
            </>
          )}
        </p>
        {chosen && <Confirm priority={chosen} page={page} />}
        <p className="mt-1 text-xs text-muted">
          Working hours: {hours}, {timeZone}. The clock stands still while the ticket is not open.
        </p>
      </CardBody>
    </Card>
  );
}

/** Says that the requester's priority does not count yet, with a button to confirm it. */
function Confirm({ priority, page }: { priority: string; page: string }) {
  const { pathname, search } = useLocation();
  const mayConfirm = useMay()("support.change");
  return (
    <Form method="post" action={`${page}/triage`} preventScrollReset className="mt-1 text-sm">
      <p>
        The requester chose {priority.toLowerCase()}. It counts once somebody confirms it, takes the ticket or sets its
        priority.
      </p>
      {mayConfirm && (
        <>
          <input type="hidden" name="back" value={pathname + search} />
          <Button size="sm" variant="outline" name="priority" value={priority} className="mt-2 mb-1">
            Confirm {priority.toLowerCase()}
          </Button>
        </>
      )}
    </Form>
  );
}

function State({ isPaused, isLate }: { isPaused: boolean; isLate: boolean }) {
  if (isPaused)
    return (
      <Badge family="warning" icon="clock">
        Paused
      </Badge>
    );
  return isLate ? (
    <Badge family="error" icon="circle-alert">
      Late
    </Badge>
  ) : (
    <Badge family="info" icon="clock">
      Running
    </Badge>
  );
}

function Row({ row, timeZone }: { row: SumRow; timeZone: string }) {
  return (
    <tr>
      <th scope="row" className="num pe-3 pb-1.5 text-start font-normal text-muted">
        {rowText(row, timeZone)}
      </th>
      <td className="num pb-1.5 text-right align-top whitespace-nowrap">
        {row.kind === "paused" ? "–" : durationText(row.time)}
      </td>
    </tr>
  );
}

function rowText(row: SumRow, timeZone: string): string {
  if (row.kind === "before") return `Before ${dayText(row.until, timeZone)}`;
  const clock = (moment: Date) => formatClock(new Date(moment), timeZone);
  if (row.kind === "worked") return `${dayText(row.from, timeZone)}, ${clock(row.from)}–${clock(row.to)}`;
  return `Paused (${row.status.toLowerCase()}) ${dayText(row.from, timeZone)}, ${clock(row.from)} to ${dayText(row.to, timeZone)}, ${clock(row.to)}`;
}

/** Returns a date such as "Fri 20 Nov". */
function dayText(value: Date, timeZone: string): string {
  const moment = new Date(value);
  const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "short", timeZone }).format(moment);
  return `${weekday} ${formatDay(moment, timeZone).replace(/ \d+$/, "")}`;
}

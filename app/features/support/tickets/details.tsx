import { useFetcher, useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Ticket } from "db/schema";
import { Button } from "~/ui/button";
import { Card, CardBody, Facts } from "~/ui/card";
import { ErrorSummary } from "~/ui/form/form";
import { useWatch } from "~/ui/form/watch";
import { StatusBadge } from "~/ui/values/status-badge";
import { Form } from "~/ui/owned-form";
import type { FormState } from "~/core/form/form-state";
import { inPlaceParam } from "~/core/form/network-error";
import type { TicketContext } from "./ticket-context.server";
import { durationText } from "./conversation/duration";
import type { LastSetters } from "./conversation/events.server";

interface DetailsProps {
  ticket: Ticket;
  beside: Pick<TicketContext, "assignee" | "hasOrder" | "triage">;
  seesAll: boolean;
  setBy?: LastSetters;
}

/** The ticket's details, with assignee and triage for staff, editable for those who may. */
export function Details({ ticket, beside: { assignee, hasOrder, triage }, seesAll, setBy }: DetailsProps) {
  const { orderId, firstAnsweredAt, createdAt, priority, assigneeId } = ticket;
  const answeredAfter = firstAnsweredAt && new Date(firstAnsweredAt).getTime() - new Date(createdAt).getTime();
  const facts = (
    <Facts
      className="ticket-facts *:flex!"
      facts={[
        { term: "Status", value: <StatusBadge value={ticket.status} /> },
        {
          term: "Priority",
          value: triage ? (
            <Choice name="priority" value={priority} options={triage.priority} setBy={setBy?.priority} />
          ) : (
            priority
          ),
        },
        { term: "Topic", value: ticket.topic },
        ...(seesAll
          ? [
              {
                term: "Assigned",
                value: triage ? (
                  <Choice
                    name="assigneeId"
                    value={String(assigneeId ?? "")}
                    options={triage.assigneeId}
                    setBy={setBy?.assigneeId}
                  />
                ) : (
                  <Assigned id={assigneeId} name={assignee} />
                ),
              },
            ]
          : []),
        ...(orderId === null ? [] : [{ term: "Order", value: <OrderLink id={orderId} isThere={hasOrder} /> }]),
        {
          term: "First answer",
          value: (
            <span className="num">{answeredAfter === null ? "Not yet" : `after ${durationText(answeredAfter)}`}</span>
          ),
        },
      ]}
    />
  );
  return (
    <Card title="Details">{triage ? <Triage ticket={ticket}>{facts}</Triage> : <CardBody>{facts}</CardBody>}</Card>
  );
}

function Triage({ ticket: { id, priority, assigneeId }, children }: { ticket: Ticket; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const saved = `${priority} ${assigneeId}`;
  const { watch, state } = useWatch(undefined, saved);
  const page = `/support/tickets/${id}`;
  const key = `triage ${id} ${saved}`; // a new one once it is saved, without an earlier refusal
  const refused = useFetcher<{ form?: FormState }>({ key }).data?.form;
  return (
    <Form
      method="post"
      action={`${page}/triage?${inPlaceParam}`}
      navigate={false}
      fetcherKey={key}
      // Unsaved choices survive these actions, except the undo of a very large merge, which is a job.
      data-stays={`${page}/status /undo`}
      preventScrollReset
      className="card-body"
      {...watch}
    >
      <ErrorSummary form={refused} what="Nothing was changed." />
      <input type="hidden" name="back" value={pathname + search} />
      <input type="hidden" name="seenPriority" value={priority} />
      <input type="hidden" name="seenAssigneeId" value={assigneeId ?? ""} />
      {children}
      <Button size="sm" variant="outline" className="mt-4 w-full">
        Save
      </Button>
      <p className="mt-2 text-center" aria-live="polite">
        {state}
      </p>
    </Form>
  );
}

interface ChoiceProps {
  name: "priority" | "assigneeId";
  value: string;
  options: readonly { value: string; title: string }[];
  /** Name of the user who set `value`. */
  setBy?: string;
}

/**
 * A select that follows `value` until the user chooses another option. An unsaved choice stays, with a note on the
 * new value.
 */
function Choice({ name, value, options, setBy = "Somebody" }: ChoiceProps) {
  const select = useRef<HTMLSelectElement>(null);
  const [isOvertaken, setOvertaken] = useState(false);
  useEffect(() => {
    const { current } = select;
    const before = current?.querySelector<HTMLOptionElement>("option[selected]")?.value;
    if (!current || before === value) return;
    const chosen = current.value;
    for (const option of current.options) option.defaultSelected = option.value === value; // the saved value
    const isUnsaved = before !== undefined && chosen !== before && chosen !== value;
    current.value = isUnsaved ? chosen : value;
    setOvertaken(isUnsaved);
  }, [value]);
  return (
    <div className="w-full">
      <select
        ref={select}
        name={name}
        aria-label={name === "priority" ? "Priority" : "Assigned"}
        className="input input-sm w-full"
        defaultValue={value}
        onChange={() => setOvertaken(false)}
      >
        {options.map(({ value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
      <p className="text-sm" role="status">
        {isOvertaken && (
          <>
            <bdi>{setBy}</bdi> set it to <bdi>{options.find((option) => option.value === value)?.title}</bdi> meanwhile
          </>
        )}
      </p>
    </div>
  );
}

function OrderLink({ id, isThere }: { id: number; isThere: boolean }) {
  if (!isThere) return <span className="code">#{id}</span>;
  return (
    <a className="link code reach" href={`/orders/${id}`}>
      #{id}
    </a>
  );
}

/** A link to all tickets of the assignee. */
function Assigned({ id, name }: { id: number | null; name?: string }) {
  if (id === null) return "Nobody";
  if (name === undefined) return "Somebody who is gone";
  return (
    <a className="link reach" href={`/support/tickets?assignee=${id}`}>
      <bdi>{name}</bdi>
    </a>
  );
}

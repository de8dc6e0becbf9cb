import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { Ticket } from "db/schema";
import { guard } from "~/auth/session.server";
import { parseForm, rejectForm } from "~/core/form/form.server";
import type { FormState } from "~/core/form/form-state";
import { recordId } from "~/core/values/ids";
import { pick } from "~/core/values/pick";
import { notFound, redirectWithToast } from "~/core/http/respond.server";
import { recordRef } from "~/core/form/rules";
import { Button } from "~/ui/button";
import { Card, CardBody, Facts } from "~/ui/card";
import { RadioField } from "~/ui/form/choices";
import { TextField } from "~/ui/form/fields";
import { ErrorSummary, FormButtons } from "~/ui/form/form";
import { StatusBadge } from "~/ui/values/status-badge";
import { Time } from "~/ui/values/time";
import { Form } from "~/ui/owned-form";
import { mergeTargets, mergeTicket, mergeRefusal } from "./merge.server";
import { PartTitle } from "./conversation/part-title";
import { ticketResource } from "./tickets.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Merge ${data ? `ticket #${data.ticket.id}` : "ticket"} · Portico` },
];

const toMergeTicket = (ticket: Ticket) =>
  pick(ticket, "id", "subject", "status", "requesterName", "createdAt", "lastReplyAt");

/** Asks which ticket; once one is chosen, shows both. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, ticketResource, "change");
  const ticket = await ticketResource.at(me, params);
  if (ticket.mergedInto !== null || ticket.deletedAt) throw redirect(ticketResource.href(String(ticket.id)));
  const { searchParams } = new URL(request.url);
  const typed = (searchParams.get("number") || searchParams.get("into") || "").replace(/^#/, "").trim();
  const others = (await mergeTargets(ticket)).map(toMergeTicket);
  if (!typed) {
    const unnamed: FormState = { fields: {}, errors: { number: "Choose a ticket, or enter its number" } };
    return {
      ticket: toMergeTicket(ticket),
      others,
      into: null,
      refused: searchParams.has("number") ? unnamed : undefined,
    };
  }
  const id = recordId(typed);
  const target = await ticketResource.find(me, id);
  const reason = id ? mergeRefusal(ticket, target, id) : `“${typed}” is no ticket's number. Enter one such as 7.`;
  const refused: FormState = { fields: { number: typed }, errors: reason ? { number: reason } : {} };
  return { ticket: toMergeTicket(ticket), others, into: target && !reason ? toMergeTicket(target) : null, refused };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await guard(request, ticketResource, "change");
  const { id } = await ticketResource.at(me, params);
  const form = await parseForm(request, z.object({ into: recordRef("Choose a ticket") }));
  if (!form.ok) return rejectForm(form, { number: form.errors.into ?? "Choose a ticket" });
  const { into } = form.values;
  const merged = await mergeTicket(me, id, into);
  if (merged.ok)
    return redirectWithToast(ticketResource.href(String(into)), {
      text: `Ticket #${id} was merged into #${into}`,
      undo: merged.batch,
    });
  if (merged.reason === "refused")
    return rejectForm(
      form,
      { number: merged.errors.into ?? Object.values(merged.errors).join(" ") },
      merged.status ?? 409,
    );
  return notFound(ticketResource.absent);
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function MergeTicket() {
  const { ticket, others, into, refused } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form ?? refused;
  return (
    <>
      <PartTitle ticket={ticket} part="Merge" />
      {into && Object.keys(form?.errors ?? {}).length === 0 ? (
        <Confirm ticket={ticket} into={into} />
      ) : (
        <Choose ticket={ticket} others={others} form={form} />
      )}
    </>
  );
}

type MergeSide = ReturnType<typeof toMergeTicket>;

/** The form that chooses the other ticket; the next page shows both. */
function Choose({ ticket, others, form }: { ticket: MergeSide; others: MergeSide[]; form?: FormState }) {
  const page = `/support/tickets/${ticket.id}`;
  return (
    <>
      <ErrorSummary form={form} what="The tickets were not merged." />
      <Form method="get" action={`${page}/merge`} className="max-w-3xl">
        <Card
          title="Into which ticket?"
          sub={
            <>
              The conversation of #{ticket.id} goes on there, and this ticket is closed. Only tickets of{" "}
              <bdi>{ticket.requesterName}</bdi> can be chosen.
            </>
          }
        >
          <CardBody className="grid gap-5">
            {others.length > 0 ? (
              <RadioField
                name="into"
                label="Other open tickets of this requester"
                options={others.map(({ id, subject, status, lastReplyAt }) => ({
                  value: String(id),
                  title: <bdi className="wrap-anywhere">{subject}</bdi>,
                  description: (
                    <span className="flex flex-wrap items-center gap-2">
                      <span className="code">#{id}</span>
                      <StatusBadge value={status} />
                      <Time value={lastReplyAt} relative />
                    </span>
                  ),
                }))}
              />
            ) : (
              <p className="text-muted">There is no other ticket of this requester that is not closed.</p>
            )}
            <TextField
              form={form}
              name="number"
              label={others.length > 0 ? "Or another one, by its number" : "Its number"}
              before="#"
              inputMode="numeric"
              autoComplete="off"
              className="max-w-56"
            />
            <FormButtons cancel={page}>
              <Button>Continue</Button>
            </FormButtons>
          </CardBody>
        </Card>
      </Form>
    </>
  );
}

function Confirm({ ticket, into }: { ticket: MergeSide; into: MergeSide }) {
  return (
    <Form method="post" action={`/support/tickets/${ticket.id}/merge`} className="max-w-3xl">
      <input type="hidden" name="into" value={into.id} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Side title="This ticket is closed" ticket={ticket} />
        <Side title="Its conversation goes on here" ticket={into} />
      </div>
      <p className="mt-5 text-muted">
        Messages, notes and files of #{ticket.id} move to #{into.id}, in the order of time. It can be undone.
      </p>
      <FormButtons cancel={`/support/tickets/${ticket.id}/merge`} cancelWords="Choose another" className="mt-4">
        <Button icon="merge">
          Merge #{ticket.id} into #{into.id}
        </Button>
      </FormButtons>
    </Form>
  );
}

function Side({ title, ticket }: { title: string; ticket: MergeSide }) {
  return (
    <Card title={title}>
      <CardBody>
        <p className="mb-4 font-medium wrap-anywhere">
          <a className="link" href={`/support/tickets/${ticket.id}`}>
            #{ticket.id}
          </a>{" "}
          <bdi>{ticket.subject}</bdi>
        </p>
        <Facts
          className="items-center"
          facts={[
            { term: "Status", value: <StatusBadge value={ticket.status} /> },
            { term: "Requester", value: <bdi>{ticket.requesterName}</bdi> },
            { term: "Opened", value: <Time value={ticket.createdAt} clock /> },
            { term: "Last message", value: <Time value={ticket.lastReplyAt} clock /> },
          ]}
        />
      </CardBody>
    </Card>
  );
}

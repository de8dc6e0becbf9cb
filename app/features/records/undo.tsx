import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmed } from "~/auth/reauthentication/confirm.server";
import type { JournalEntry, User } from "db/schema";
import { requireUser } from "~/auth/session.server";
import { may } from "~/core/access/access.server";
import type { FormState } from "~/core/form/form-state";
import { readForm } from "~/core/form/form.server";
import { recordId } from "~/core/values/ids";
import { redirectWithToast, samePath } from "~/core/http/respond.server";
import { removalWords } from "~/core/values/removal-words";
import { trashDays } from "~/core/values/trash";
import { formatNumber, howMany } from "~/core/values/noun";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { ErrorSummary, FormButtons } from "~/ui/form/form";
import { withListState } from "~/shell/list-state.server";
import { PageTitle } from "~/ui/page-title";
import { Form } from "~/ui/owned-form";
import { isUnderWay } from "~/core/jobs/jobs.server";
import { resourceOf, resources } from "~/core/resource/registry.server";
import { removalByUndo } from "~/core/undo/undo-removal.server";
import { startLongUndo } from "~/core/undo/undo-job.server";
import { undoToast } from "~/core/undo/undo-toast.server";
import { undoChange } from "~/core/undo/undo.server";

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export const meta: MetaFunction = () => [{ title: "Undo · Portico" }];

/** Reads the undo request: a whole batch, or one entry of it. */
function readUndoRequest(me: User, sent: FormData | URLSearchParams) {
  const entry = sent.get("entry");
  return {
    batch: String(sent.get("batch") ?? ""),
    only: entry === null ? undefined : recordId(entry),
    back: samePath(sent.get("back"), may(me, "activity") ? "/activity" : "/"),
    passingOver: sent.has("others"),
  };
}

/** Confirms an undo that removes a person. Other requests by URL are redirected, because undo only accepts forms. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "undo");
  const undoRequest = readUndoRequest(me, new URL(request.url).searchParams);
  const away = undoRequest.batch ? await removalByUndo(me, undoRequest.batch, undoRequest.only) : undefined;
  return away ? { ...undoRequest, away } : redirect(undoRequest.back);
}

/** Takes a change back. The undo is a change itself, so its own toast takes it back again. */
export async function action({ request, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "undo");
  return confirmed(
    { request, context },
    me,
    (form) => dangerIn(me, form),
    () => undo(me, request),
  );
}

/** Returns the confirmation to ask for before an undo that deletes records or affects a user's access. */
async function dangerIn(me: User, form: FormData) {
  const { batch, only, back } = readUndoRequest(me, form);
  if (!form.has("sure") && (await removalByUndo(me, batch, only))) return undefined;
  for (const { confirmations } of resources()) {
    const danger = await confirmations?.confirmationOfUndo(me, batch, only, back);
    if (danger) return danger;
  }
  return undefined;
}

async function undo(me: User, request: Request): Promise<Response> {
  const form = await readForm(request);
  const { batch, only, back, passingOver } = readUndoRequest(me, form);
  if (isUnderWay(batch))
    return redirectWithToast(back, {
      text: "This is still being done. It can be undone when it has ended.",
      tone: "error",
    });
  if (!form.has("sure") && (await removalByUndo(me, batch, only))) {
    const undoRequest = new URLSearchParams({
      batch,
      ...(only !== undefined && { entry: String(only) }),
      ...(passingOver && { others: "1" }),
      back,
    });
    return redirect(`/undo?${undoRequest}`, 303);
  }
  const run = only === undefined ? await startLongUndo(me, { batch, back }) : undefined;
  if (run) return redirect(`/jobs/${run.id}`, 303);
  const undone = await undoChange(me, batch, only, passingOver);
  const to = undone.ok ? await stillThere(me, request, back, undone.entries) : back;
  return redirectWithToast(to, undoToast(batch, undone));
}

/** Returns the page to go back to, or the record's list if the undo removed the record for the current user. */
async function stillThere(me: User, request: Request, page: string, undone: JournalEntry[]): Promise<string> {
  const { pathname } = new URL(page, "http://portico");
  for (const { entity, recordId, action } of undone) {
    const kind = resourceOf(entity);
    const href = kind?.href(recordId);
    if (!kind || !href || action !== "created" || (pathname !== href && !pathname.startsWith(`${href}/`))) continue;
    const found = await kind
      .asSeenBy(me)
      .at({ id: recordId })
      .catch(() => undefined);
    if (!found) return withListState(request, me, kind.listing.path);
  }
  return page;
}

export default function ConfirmUndo() {
  const { batch, only, back, passingOver, away } = useLoaderData<typeof loader>();
  const form = useActionData<{ form?: FormState }>()?.form;
  const { noun, count, names, means } = away;
  const what = howMany(count, noun);
  const words = removalWords(noun);
  return (
    <>
      <PageTitle title={words.question(what)} breadcrumb={[{ href: "/activity", title: "Activity" }]} />
      <ErrorSummary form={form} what="Nothing was undone." />
      <Card>
        <CardBody className="grid gap-4">
          <p>
            This takes away{" "}
            {names.map((name, index) => (
              <span key={index}>
                {index > 0 && ", "}
                <b className="font-medium">
                  <bdi>{name}</bdi>
                </b>
              </span>
            ))}
            {count > names.length && ` and ${formatNumber(count - names.length)} more`}. {means}{" "}
            {noun.voids ? "" : `For ${trashDays} days they can be restored from the trash.`}
          </p>
          <Form method="post" action="/undo">
            <input type="hidden" name="batch" value={batch} />
            {only !== undefined && <input type="hidden" name="entry" value={only} />}
            {passingOver && <input type="hidden" name="others" value="1" />}
            <input type="hidden" name="back" value={back} />
            <FormButtons cancel={back}>
              <Button name="sure" value="1" color="error" icon="trash-2">
                {noun.voids ? `Void ${what}` : `Move ${what} to the trash`}
              </Button>
            </FormButtons>
          </Form>
        </CardBody>
      </Card>
    </>
  );
}

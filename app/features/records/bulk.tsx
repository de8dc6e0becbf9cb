import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmed } from "~/auth/reauthentication/confirm.server";
import { requireUser } from "~/auth/session.server";
import type { Person } from "~/core/resource/act.server";
import { resourceAt, permissionAt } from "~/core/resource/registry.server";
import { labelsOf } from "~/core/fields/fields";
import { formatMoney } from "~/core/values/money";
import { capital, formatNumber, howMany } from "~/core/values/noun";
import { readForm } from "~/core/form/form.server";
import { plannedMails } from "~/core/http/mail-sentences.server";
import { samePath } from "~/core/http/respond.server";
import type { FormState } from "~/core/form/form-state";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { ErrorSummary, SaveBar } from "~/ui/form/form";
import { PageTitle } from "~/ui/page-title";
import { Form } from "~/ui/owned-form";
import {
  actIn,
  bulkHref,
  type BulkRequest,
  bulkRequestIn,
  countRequested,
  listOf,
  selectionOf,
  sumRequested,
  withThoseAhead,
} from "~/core/bulk/bulk-request.server";
import { bulkLimits } from "~/core/jobs/bulk-limits.server";
import { confirmBulk } from "~/core/bulk/bulk.server";
import { BulkOutcomes, outcomeSummary } from "./bulk-outcomes";
import { buttonText } from "~/core/bulk/bulk-sentences";
import { bulkAct, dependentsOf, previewFirst } from "~/core/bulk/list-acts.server";
import type { Resource } from "~/core/resource/resource.server";
import { readAmounts, writeAmounts } from "~/core/list/amounts";
import { lastEntry } from "~/core/list/list-read.server";
import { cachedDryRun, dryRun, type Tally, redirectToDryRun } from "~/core/bulk/dry-run.server";
import { useNavigation } from "~/ui/navigation";

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

/** The preview of a bulk action on all matching records. Redirects to the list if the URL names no action. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, permissionAt(request, "change"));
  const of = resourceAt(request, me);
  const { search, searchParams } = new URL(request.url);
  const bulkRequest = bulkRequestIn(of, searchParams, me.id);
  if (!bulkRequest) throw redirect(of.listing.path + search);
  const matchesNow = await countRequested(bulkRequest);
  const last = await lastEntry();
  const tally =
    matchesNow > bulkLimits.maxRowsAtOnce ? cachedDryRun(me, bulkRequest)?.tally : await dryRun(me, bulkRequest);
  const matched = tally?.matched ?? matchesNow;
  const seen = { matched: numberIn(searchParams, "matched"), changes: numberIn(searchParams, "changes") };
  const { noun } = of;
  // The sum is only known if all requested records match and change.
  const hasSum = matched > 1 && matched === matchesNow && (tally === undefined || tally.changed.count === matched);
  const asks = of.confirmations?.confirmationOf(bulkRequest.what, howMany(matched, noun), listOf(bulkRequest));
  return {
    noun,
    fields: changedFields(of, tally),
    means: asks?.text,
    sum: hasSum ? describeSum(howMany(matched, noun), await sumRequested(bulkRequest)) : undefined,
    mails: tally && describeMails(tally),
    dependents:
      bulkRequest.what.act === "delete" && tally
        ? await dependentsOf(
            of,
            me,
            tally.changed.first.map(({ id }) => id),
          )
        : [],
    question: tally && tally.asks === 0 && !bulkRequest.what.choice ? undefined : await questionOf(bulkRequest),
    isDanger: asks?.isDanger ?? bulkRequest.what.act === "delete",
    what: bulkRequest.what,
    back: listOf(bulkRequest),
    cancel: selectionOf(bulkRequest),
    seen,
    includeHref: withThoseAhead(bulkRequest),
    last,
    matched,
    amounts: tally && matchesNow <= bulkLimits.maxRowsAtOnce ? writeAmounts(tally.amounts) : undefined,
    /** Change of the number of matches since the preview began; may be negative. */
    cameSince: matchesNow - matched,
    tally: tally && { ...tally, amounts: [], overtaken: [] },
  };
}

/** Returns the choices that an action needs first, each with its preview. */
async function questionOf(bulkRequest: BulkRequest) {
  const { what, of, ids = [] } = bulkRequest;
  if (!of.question || what.act === "restore") return undefined;
  const [only, ...others] = ids;
  const row = only !== undefined && others.length === 0 ? await of.get(only) : undefined;
  const { label, choices } = (row && (await of.question.of(row, what))) ?? of.question.ofMany;
  return {
    label,
    choices: choices.map((choice) => ({
      ...choice,
      href: bulkHref({ ...bulkRequest, what: { ...what, choice: choice.value } }),
      isChosen: choice.value === what.choice,
    })),
  };
}

/** Returns the sum of the selected rows as a sentence, for pages without scripts. */
const describeSum = (rows: string, cents: number | undefined) =>
  cents === undefined ? undefined : `${rows} come to ${formatMoney(cents)} in all.`;

/**
 * Returns how many mails would be sent, as a sentence. For long actions it is an upper bound, because each batch is
 * tried separately and may count the same recipient again.
 */
const describeMails = ({ matched, mails, people }: Tally) =>
  mails === 0 ? undefined : plannedMails({ mails, people, upTo: matched > bulkLimits.maxRowsAtOnce && mails > 1 });

/** Returns the labels of the fields that would change. */
function changedFields(of: Pick<Resource, "fields">, tally: Tally | undefined) {
  const changed = tally?.changed.first.flatMap(({ after }) => Object.keys(after ?? {})) ?? [];
  return labelsOf(
    of.fields,
    [...new Set(changed)].filter((name) => name !== "deletedAt"),
  );
}

const numberIn = (fields: FormData | URLSearchParams, name: string) =>
  fields.has(name) ? Number.parseInt(String(fields.get(name)), 10) || 0 : undefined;

/** Runs a bulk action on the selected records; if the URL names the action, confirms its preview. */
export async function action({ request, context }: ActionFunctionArgs) {
  const me = await requireUser(request, permissionAt(request, "change"));
  const of = resourceAt(request, me);
  const bulkRequest = bulkRequestIn(of, new URL(request.url).searchParams, me.id);
  if (!bulkRequest)
    return (
      (await previewFirst(me, request, of)) ??
      confirmed({ request, context }, me, of.confirmations && ((form) => dangerOfTicked(of, form)), () =>
        bulkAct(me, request, of),
      )
    );
  return confirmed(
    { request, context },
    me,
    of.confirmations &&
      ((form) =>
        of.confirmations?.confirmationOf(
          bulkRequest.what,
          howMany(numberIn(form, "changes") ?? 0, of.noun),
          listOf(bulkRequest),
        )),
    () => confirmBulkRequest(me, request, bulkRequest),
  );
}

/**
 * Returns the confirmation for an action on selected records; an action on a whole list is confirmed after its
 * preview.
 */
function dangerOfTicked(of: Resource, form: FormData) {
  const what = form.has("all") ? undefined : actIn(of, form.get("act"), form.get("status"));
  const who = howMany(new Set(form.getAll("ids")).size, of.noun);
  return what && of.confirmations?.confirmationOf(what, who, samePath(form.get("back"), of.listing.path));
}

async function confirmBulkRequest(me: Person, request: Request, bulkRequest: BulkRequest): Promise<Response> {
  const form = await readForm(request);
  const [matched, changes, last] = ["matched", "changes", "last"].map((name) => numberIn(form, name));
  const amounts = readAmounts(form.get("amounts"));
  return matched === undefined || changes === undefined
    ? redirectToDryRun(me, bulkRequest)
    : confirmBulk(me, bulkRequest, { matched, changes, last, amounts });
}

type BulkPage = Awaited<ReturnType<typeof loader>>;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: `${data ? buttonText(data.what, data.tally?.changed.count ?? data.matched, data.noun) : "Preview"} · Portico`,
  },
];

export default function Bulk() {
  const {
    noun,
    fields,
    what,
    means,
    sum,
    mails,
    dependents,
    question,
    isDanger,
    back,
    cancel,
    matched,
    cameSince,
    tally,
    ...rest
  } = useLoaderData<typeof loader>();
  const answer = useActionData<{ form?: FormState }>();
  const busy = useNavigation().formMethod === "POST";
  const changes = tally?.changed.count ?? matched;
  const list = capital(noun.many);
  return (
    <>
      <PageTitle
        breadcrumb={[{ href: back, title: list }]}
        here="Preview"
        title={buttonText(what, changes, noun)}
        summary={`Nothing has been changed yet. ${tally ? outcomeSummary(matched, tally, noun) : ""}`}
      />
      <ErrorSummary form={answer?.form} what="Nothing was changed." />
      <Moved seen={rest.seen} matched={matched} changes={tally?.changed.count} />
      <CameSince count={cameSince} noun={noun} />
      <Form method="post" className="flex flex-col gap-5">
        {means && <p>{means}</p>}
        {sum && <p className="num">{sum}</p>}
        {mails && <p>{mails}</p>}
        <OthersDepend on={dependents} />
        {question && <Choices {...question} />}
        {tally ? (
          <BulkOutcomes noun={noun} what={what} tally={tally} fields={fields} includeHref={rest.includeHref} />
        ) : (
          <NoPreview matched={matched} noun={noun} />
        )}
        {tally && <input type="hidden" name="matched" value={matched} />}
        {tally && <input type="hidden" name="changes" value={changes} />}
        {tally && <input type="hidden" name="last" value={rest.last} />}
        {rest.amounts && <input type="hidden" name="amounts" value={rest.amounts} />}
        <SaveBar state={tally && !question && <span className="max-sm:hidden">One undo takes all of it back.</span>}>
          <ButtonLink variant="ghost" href={cancel}>
            Cancel
          </ButtonLink>
          {(!tally || (changes > 0 && tally.asks === 0)) && (
            <Button type="submit" variant={isDanger && tally ? "destructive" : "default"} busy={busy}>
              {tally ? buttonText(what, changes, noun) : "Preview"}
            </Button>
          )}
        </SaveBar>
      </Form>
    </>
  );
}

/** Links to the preview of each choice. */
function Choices({ label, choices }: NonNullable<BulkPage["question"]>) {
  return (
    <Card title={label} sub={choices.some(({ isChosen }) => isChosen) ? undefined : "Choose one to go on."}>
      <CardBody className="grid gap-3">
        {choices.map(({ value, title, description, href, isChosen }) => (
          <div key={value}>
            <a className="link" href={href} aria-current={isChosen || undefined}>
              {title}
            </a>
            {isChosen && <strong> (chosen)</strong>}
            {description && <p className="text-sm text-muted">{description}</p>}
          </div>
        ))}
      </CardBody>
    </Card>
  );
}

/** Names the records on which others depend. */
function OthersDepend({ on }: { on: BulkPage["dependents"] }) {
  if (on.length === 0) return null;
  return (
    <Alert family="warning">
      <strong>Look at these before you delete them.</strong>
      <ul className="mt-1 grid gap-1">
        {on.map(({ label, href, says }) => (
          <li key={href}>
            <a className="link" href={href}>
              {label}
            </a>
            : {says.join(" ")}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** Warns that the result would differ from the preview. */
function Moved({ seen, matched, changes }: { seen: BulkPage["seen"]; matched: number; changes?: number }) {
  const moved =
    seen.matched !== undefined && seen.matched !== matched
      ? { now: `${howMany(matched, rows)} match`, was: seen.matched }
      : undefined;
  const other =
    changes !== undefined && seen.changes !== undefined && seen.changes !== changes
      ? { now: `${howMany(changes, rows)} would change`, was: seen.changes }
      : undefined;
  const shown = moved ?? other;
  if (!shown) return null;
  return (
    <Alert family="warning" role="alert" className="mb-5">
      <strong>
        {shown.now} now, not {formatNumber(shown.was)}.
      </strong>{" "}
      Nothing was changed. Look again, and confirm it if it is what you want.
    </Alert>
  );
}

/** Says that the number of matching records has changed since the preview. */
function CameSince({ count, noun }: { count: number; noun: BulkPage["noun"] }) {
  if (count === 0) return null;
  const many = Math.abs(count) > 1;
  return (
    <Alert className="mb-5">
      <strong>
        {howMany(Math.abs(count), noun)}{" "}
        {count > 0 ? `came in since this preview began` : `no longer ${many ? "match" : "matches"}`}.
      </strong>{" "}
      {count > 0
        ? `${many ? "They are" : "It is"} not part of it and will not be changed.`
        : "What others changed since is left out."}
    </Alert>
  );
}

const rows = { one: "row", many: "rows" };

function NoPreview({ matched, noun }: { matched: number; noun: BulkPage["noun"] }) {
  return (
    <Card title="No preview yet">
      <CardBody>
        {howMany(matched, noun)} match. To say what would change takes a while: preview it first. That changes nothing.
      </CardBody>
    </Card>
  );
}

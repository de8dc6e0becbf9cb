import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { Import, User } from "db/schema";
import { confirmed } from "~/auth/reauthentication/confirm.server";
import { requireUser } from "~/auth/session.server";
import { resourceOf } from "~/core/resource/registry.server";
import { capital, formatNumber, howMany } from "~/core/values/noun";
import { parseForm, unsaved } from "~/core/form/form.server";
import { redirectWithToast } from "~/core/http/respond.server";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { ErrorSummary } from "~/ui/form/form";
import { PageTitle } from "~/ui/page-title";
import { pageRange, Pagination } from "~/ui/list/pagination";
import { Tabs } from "~/ui/list/tabs";
import { Form } from "~/ui/owned-form";
import { ConfirmForm } from "~/core/import/import-forms.server";
import { importerFor } from "~/core/import/importers.server";
import { fileAtRest, startImport } from "~/core/import/import-jobs.server";
import { ImportRows } from "./import-rows";
import { pageSize } from "~/core/import/file/limits";
import { lastFailureOf, standingOf } from "~/core/import/own-imports.server";
import { shownRows } from "~/core/import/shown-rows.server";

/** What would become of a file's rows, or has become of them. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request, "imports");
  const file = await fileAtRest(me, params.id);
  if (file.state === "read") throw redirect(`/import/${file.id}`);
  return {
    ...(await shownRows(file, new URL(request.url).searchParams)),
    change: file.batch,
    standing: await standingOf(me, file),
    failure: await lastFailureOf(me, file),
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "imports");
  const file = await fileAtRest(me, params.id);
  const danger = {
    title: `Import ${howMany(file.creates + file.changes, importerFor(file.entity).noun)}?`,
    text: `${file.name} creates ${formatNumber(file.creates)} and changes ${formatNumber(file.changes)}. One undo takes all of it back.`,
    button: "Import them",
    back: `/import/${file.id}/rows`,
  };
  return confirmed({ request, context }, me, resourceOf(file.entity)?.confirmations && (() => danger), () =>
    applyConfirmed(me, request, file),
  );
}

async function applyConfirmed(me: User, request: Request, file: Import) {
  const form = await parseForm(request, ConfirmForm);
  if (!form.ok) return unsaved(form);
  if (file.state === "done")
    return redirectWithToast(`/import/${file.id}/rows`, { text: `${file.name} was imported already.`, tone: "error" });
  if (file.state === "read" || file.creates + file.changes === 0) return redirect(`/import/${file.id}`, 303);
  return redirect(`/jobs/${startImport(me, file).id}`, 303);
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.file.name ?? "An import"} · Portico` },
];

export default function Rows() {
  const { file, noun, path, tabs, tab, rows, page, pages, total, done, failure } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  const title = capital(noun.many);
  const href = (changes: Record<string, string | number>) =>
    `/import/${file.id}/rows?${new URLSearchParams({ ...(tab && { outcome: tab }), ...changes }).toString()}`;
  return (
    <>
      <PageTitle
        title={done ? "What was imported" : "What would be imported"}
        breadcrumb={[
          { href: path, title },
          { href: `${path}/import`, title: "Import" },
        ]}
        summary={<bdi>{file.name}</bdi>}
        actions={
          <>
            <ButtonLink variant="outline" icon="history" href="/imports">
              Your imports
            </ButtonLink>
            {!done && (
              <ButtonLink variant="outline" icon="arrow-left" flip href={`/import/${file.id}`}>
                Change the columns
              </ButtonLink>
            )}
          </>
        }
      />
      <ErrorSummary form={form} what="Nothing was imported." />
      {failure && (
        <Alert family="error" className="mb-5">
          {failure}
        </Alert>
      )}
      <Verdict />
      <section className="card" aria-label="Rows">
        <Tabs
          label="What becomes of the rows"
          className="px-5"
          tabs={tabs.map(({ outcome, title, count }) => ({
            title,
            count,
            href: outcome ? `?outcome=${outcome}` : "?",
            current: outcome === tab,
          }))}
        />
        {rows.length === 0 ? (
          <p className="px-5 py-10 text-center text-muted">No row of the file is here.</p>
        ) : (
          <ImportRows rows={rows} />
        )}
        <Pagination page={page} pages={pages} href={(page) => href({ page })}>
          <p className="num">{pageRange(page, pageSize, total)}</p>
        </Pagination>
      </section>
    </>
  );
}

/** What becomes of the rows that are refused, or became of them. */
const leftOut = (rows: number, done: boolean) =>
  `${rows === 1 ? (done ? "it was" : "it is") : done ? "they were" : "they are"} left out`;

/** What it comes to, and what can be done about it. */
function Verdict() {
  const { file, noun, done, sum, path, change, standing, written } = useLoaderData<typeof loader>();
  const refused =
    file.refused > 0 && `${formatNumber(file.refused)} ${file.refused === 1 ? "row was" : "rows were"} refused`;
  const some = file.creates + file.changes;
  return (
    <Alert family={done ? "success" : refused ? "warning" : "info"} className="mb-5">
      <p>
        <strong>
          {done ? `Imported: ${sum}.` : some === 0 ? "There is nothing to import." : `${sum}, if you import it.`}
        </strong>{" "}
        {file.same > 0 &&
          `${formatNumber(file.same)} ${file.same === 1 ? "row says" : "rows say"} what is so already. `}
        {refused && `${refused}${some > 0 || done ? `: ${leftOut(file.refused, done)}` : ""}. `}
        {!done && some > 0 && "It is all or nothing, and one undo takes it back."}
        {standing === "undone" && "It was undone."}
        {standing === "partly" && "Some of it was undone."}
      </p>
      {written.length > 0 && <p className="mt-1">{`Read so: ${written.join("; ")}.`}</p>}
      <div className="no-print mt-3 flex flex-wrap gap-2">
        {!done && some > 0 && (
          <Form method="post">
            <Button icon="check">{`Import ${howMany(some, "row")}`}</Button>
          </Form>
        )}
        {change && standing !== "undone" && (
          <Form method="post" action="/undo">
            <input type="hidden" name="change" value={change} />
            <input type="hidden" name="back" value={`/import/${file.id}/rows`} />
            <Button variant="outline" icon="undo-2">
              Undo the import
            </Button>
          </Form>
        )}
        {refused && (
          <ButtonLink variant="outline" icon="download" href={`/import/${file.id}/refused.csv`} download>
            Download what was refused
          </ButtonLink>
        )}
        {(done || some === 0) && (
          <ButtonLink variant="outline" href={done ? path : `${path}/import`}>
            {done ? `To the ${noun.many}` : "Choose another file"}
          </ButtonLink>
        )}
      </div>
    </Alert>
  );
}

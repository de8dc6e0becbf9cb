import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { Import, User } from "db/schema";
import { confirmed } from "~/auth/reauthentication/confirm.server";
import { requireUser } from "~/auth/session.server";
import { resourceOf } from "~/core/resource/registry.server";
import { capital, formatNumber, howMany } from "~/core/values/noun";
import { parseForm, rejectForm } from "~/core/form/form.server";
import { redirectWithToast } from "~/core/http/respond.server";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { CardBody } from "~/ui/card";
import { ErrorSummary } from "~/ui/form/form";
import { PageTitle } from "~/ui/page-title";
import { pageRange, Pagination } from "~/ui/list/pagination";
import { Tabs } from "~/ui/list/tabs";
import { Form } from "~/ui/owned-form";
import { answersForm, ConfirmForm } from "~/core/import/import-forms.server";
import { importerFor } from "~/core/import/importers.server";
import { saveAnswers, saveChoices } from "~/core/import/answers.server";
import { fileAtRest, startDryRun, startImport } from "~/core/import/import-jobs.server";
import { outcomesOf } from "~/core/import/imports.server";
import { AnswerAll, ImportRows } from "./import-rows";
import { verdictSentences } from "./verdict";
import { pageSize } from "~/core/import/file/limits";
import { lastFailureOf, standingOf } from "~/core/import/imports-of-person.server";
import { shownRows } from "~/core/import/shown-rows.server";

/** The page of a file's rows, with the result of the dry run or of the import. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request, "imports");
  const file = await fileAtRest(me, params.id);
  if (file.state === "read") throw redirect(`/import/${file.id}`);
  return {
    ...(await shownRows(file, new URL(request.url).searchParams)),
    batch: file.batch,
    standing: await standingOf(me, file),
    failure: await lastFailureOf(me, file),
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "imports");
  const file = await fileAtRest(me, params.id);
  if (new URL(request.url).searchParams.get("act") === "answer") return answerQuestions(me, request, file);
  const danger = {
    title: `Import ${howMany(file.creates + file.changes, importerFor(file.entity).noun)}?`,
    text: `${file.name} creates ${formatNumber(file.creates)} and changes ${formatNumber(file.changes)}. One undo takes all of it back.`,
    button: "Import them",
    back: `/import/${file.id}/rows`,
  };
  const { proposals } = importerFor(file.entity);
  const asks = resourceOf(file.entity)?.confirmations && ((await proposals?.needsConfirmation(file)) ?? true);
  return confirmed({ request, context }, me, asks ? () => danger : undefined, () => applyConfirmed(me, request, file));
}

/** Saves the answers to rows and repeats the dry run. */
async function answerQuestions(me: User, request: Request, file: Import) {
  const importer = importerFor(file.entity);
  const form = await parseForm(request, answersForm(importer.proposals?.fields ?? []));
  if (!form.ok) return rejectForm(form);
  const { all, answers } = form.values;
  const isChanged = file.state === "tried" && (await saveChoices(file, importer, answers));
  const given = answers.flatMap(({ line, answer }) => (answer ? { line, answer } : []));
  if (file.state !== "tried" || (given.length === 0 && !all && !isChanged))
    return redirect(`/import/${file.id}/rows`, 303);
  await saveAnswers(file, given, all || undefined);
  return redirect(`/jobs/${startDryRun(me, file).id}`, 303);
}

async function applyConfirmed(me: User, request: Request, file: Import) {
  const form = await parseForm(request, ConfirmForm);
  if (!form.ok) return rejectForm(form);
  const { ask } = await outcomesOf(file.id);
  if (file.state === "tried" && ask > 0)
    return rejectForm(form, {
      "": `Answer the ${ask === 1 ? "question" : "questions"} of ${howMany(ask, "row")} first, or skip ${ask === 1 ? "that row" : "those rows"}.`,
    });
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
  const { file, noun, path, tabs, tab, rows, page, pages, total, done, questions, failure } =
    useLoaderData<typeof loader>();
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
          <Form method="post" action={`/import/${file.id}/rows?act=answer`}>
            {questions > 0 && <AnswerAll questions={questions} />}
            <ImportRows rows={rows} asks={!done} />
            {!done && rows.some(({ options, choices }) => options ?? choices) && (
              <CardBody className="border-t border-border">
                <Button icon="check">
                  {rows.some(({ options }) => options) ? "Save the answers" : "Save the changes"}
                </Button>
              </CardBody>
            )}
          </Form>
        )}
        <Pagination page={page} pages={pages} href={(page) => href({ page })}>
          <p className="num">{pageRange(page, pageSize, total)}</p>
        </Pagination>
      </section>
    </>
  );
}

/** The result of a dry run or import, and the next actions. */
function Verdict() {
  const { file, noun, done, sum, path, batch, standing, written, questions, skipped } = useLoaderData<typeof loader>();
  const some = file.creates + file.changes;
  const family = done ? "success" : file.refused + questions + file.differing > 0 ? "warning" : "info";
  return (
    <Alert family={family} className="mb-5">
      <p>
        <strong>
          {done
            ? `Imported: ${sum}.`
            : some === 0
              ? questions > 0
                ? "Nothing can be imported yet."
                : "There is nothing to import."
              : `${sum}, if you import it.`}
        </strong>{" "}
        {verdictSentences({ ...file, noun, done, questions, skipped }).join(" ")}
        {standing === "undone" && " It was undone."}
        {standing === "partly" && " Some of it was undone."}
      </p>
      {written.length > 0 && <p className="mt-1">{`Read so: ${written.join("; ")}.`}</p>}
      <div className="no-print mt-3 flex flex-wrap gap-2">
        {!done && some > 0 && questions === 0 && (
          <Form method="post" action={`/import/${file.id}/rows`}>
            <Button icon="check">{`Import ${howMany(some, noun)}`}</Button>
          </Form>
        )}
        {batch && standing !== "undone" && (
          <Form method="post" action="/undo">
            <input type="hidden" name="batch" value={batch} />
            <input type="hidden" name="back" value={`/import/${file.id}/rows`} />
            <Button variant="outline" icon="undo-2">
              Undo the import
            </Button>
          </Form>
        )}
        {file.refused > 0 && (
          <ButtonLink variant="outline" icon="download" href={`/import/${file.id}/refused.csv`} download>
            Download what was refused
          </ButtonLink>
        )}
        {(done || (some === 0 && questions === 0)) && (
          <ButtonLink variant="outline" href={done ? path : `${path}/import`}>
            {done ? `To the ${noun.many}` : "Choose another file"}
          </ButtonLink>
        )}
      </div>
    </Alert>
  );
}

import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { capital, howMany } from "~/core/values/noun";
import { parseForm, rejectForm } from "~/core/form/form.server";
import type { FormState } from "~/core/form/form-state";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { CardBody } from "~/ui/card";
import { SelectField, TextField } from "~/ui/form/fields";
import { ErrorSummary, FormButtons } from "~/ui/form/form";
import { useWatch } from "~/ui/form/watch";
import { PageTitle } from "~/ui/page-title";
import { Form } from "~/ui/owned-form";
import { formatOfHeads, titleOf } from "~/core/import/file/guess";
import { columnEntry, chosenFormat, formatsOf, type Kind, parseColumnEntry } from "~/core/import/file/formats";
import { formatsIn } from "~/core/import/file/formats.server";
import { forgetAnswers } from "~/core/import/answers.server";
import { defaultLabel, fieldsWithDefault, wrongDefaults } from "~/core/import/defaults.server";
import { columnsForm } from "~/core/import/import-forms.server";
import { fileAtRest, startDryRun } from "~/core/import/import-jobs.server";
import { importerFor } from "~/core/import/importers.server";
import { firstRows } from "~/core/import/imports.server";
import { lastFailureOf } from "~/core/import/imports-of-person.server";
import { wrongColumns } from "~/core/import/file/mapping.server";

/** The page that maps the columns of a file to fields. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request, "imports");
  const file = await fileAtRest(me, params.id);
  if (file.state === "done") throw redirect(`/import/${file.id}/rows`);
  const importer = importerFor(file.entity);
  const { noun, path, fields } = importer;
  const examples = (await firstRows(file.id)).map(({ cells }) => cells);
  const columns = file.heads.map((head, index) => {
    const { field, format } = parseColumnEntry(file.fields[index] ?? "");
    return {
      title: titleOf(head, index),
      field,
      format: chosenFormat(fields[field]?.as, format),
      examples: examples.map((cells) => (cells[index] ?? "").slice(0, 60)).filter(Boolean),
    };
  });
  const options = Object.entries(fields).map(([value, { label, fixed }]) => ({
    value,
    title: fixed ? `${label} (ignored)` : label,
  }));
  const kinds = Object.fromEntries(
    Object.entries(fields).map(([name, { as, fixed }]) => [name, fixed ? undefined : as]),
  );
  const format = formatOfHeads(importer.formats, file.heads)?.name;
  const defaults = await fieldsWithDefault(importer);
  const failure = await lastFailureOf(me, file);
  return {
    name: file.name,
    rows: file.rows,
    noun,
    path,
    columns,
    options,
    kinds,
    format,
    failure,
    defaults: defaults.map((field) => ({
      field,
      label: defaultLabel(importer, field),
      options: fields[field]?.options?.map(({ value, title = value }) => ({ value, title })),
      value: file.defaults[field],
    })),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request, "imports");
  const file = await fileAtRest(me, params.id);
  if (file.state === "done") return redirect(`/import/${file.id}/rows`, 303);
  const importer = importerFor(file.entity);
  const form = await parseForm(request, columnsForm(await fieldsWithDefault(importer)));
  if (!form.ok) return rejectForm(form);
  const fields = form.values.columns.map(({ field }) => field);
  const defaults = Object.fromEntries(Object.entries(form.values.defaults).filter(([, value]) => value !== ""));
  const wrong = wrongColumns(importer, file.heads, fields) ?? (await wrongDefaults(importer, defaults));
  if (wrong) return rejectForm(form, wrong);
  const unclear: Record<string, string> = {};
  for (const [place, seen] of await formatsIn(file, importer, fields)) {
    const chosen = chosenFormat(importer.fields[fields[place] ?? ""]?.as, form.values.columns[place]?.format);
    if (seen.asks !== undefined && !chosen) unclear[`columns.${place}.format`] = seen.asks;
    fields[place] = columnEntry(fields[place] ?? "", chosen ?? seen.format);
  }
  if (Object.keys(unclear).length > 0) return rejectForm(form, unclear);
  if (fields.join() !== file.fields.join()) await forgetAnswers(file);
  return redirect(`/jobs/${startDryRun(me, { ...file, fields, defaults }).id}`, 303);
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Columns of ${data?.name ?? "a file"} · Portico` },
];

export default function Columns() {
  const { name, rows, noun, path, columns, options, kinds, format, defaults, failure } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  const { watch, state } = useWatch(form, name);
  const title = capital(noun.many);
  const guessed = columns.filter(({ field }) => field !== "").length;
  return (
    <>
      <PageTitle
        title="Match the columns"
        breadcrumb={[
          { href: path, title },
          { href: `${path}/import`, title: "Import" },
        ]}
        summary={`${name}: ${howMany(rows, "row")}. ${format ? `A file from ${format}: ${guessed}` : guessed} of ${columns.length} columns were recognised by their heads.`}
        actions={
          <ButtonLink variant="outline" icon="history" href="/imports">
            Your imports
          </ButtonLink>
        }
      />
      <ErrorSummary form={form} what="The file was not tried." />
      {failure && (
        <Alert family="error" className="mb-5">
          {failure}
        </Alert>
      )}
      <Form method="post" noValidate className="card" {...watch}>
        {defaults.length > 0 && <Defaults defaults={defaults} noun={noun} form={form} />}
        <ul className="divide-y divide-border">
          {columns.map(({ title, field, format, examples }, index) => (
            <li
              key={index}
              className="grid gap-x-6 gap-y-1 px-5 py-3.5 sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)] sm:items-start"
            >
              <SelectField
                name={`columns.${index}.field`}
                label={<bdi className="wrap-anywhere">{title}</bdi>}
                options={options}
                placeholder="Leave out"
                form={form}
                defaultValue={field}
              />
              <p className="text-sm text-muted wrap-anywhere sm:pt-7">
                {examples.length === 0
                  ? "Empty in the first rows"
                  : examples.map((example, at) => (
                      <bdi key={at} className="me-4">
                        {example}
                      </bdi>
                    ))}
              </p>
              {(format ?? columnMessage(form, index)) !== undefined && (
                <FormatField
                  place={index}
                  kind={kinds[String(form?.fields[`columns.${index}.field`] ?? field)]}
                  format={format}
                  form={form}
                />
              )}
            </li>
          ))}
        </ul>
        <CardBody className="border-t border-border">
          <FormButtons cancel={`${path}/import`} cancelWords="Choose another file" state={state}>
            <Button icon="eye">Try it</Button>
            <p className="text-sm text-muted self-center">Nothing is changed yet.</p>
          </FormButtons>
        </CardBody>
      </Form>
    </>
  );
}

/** Defaults for fields of new records that no column provides. */
function Defaults({
  defaults,
  noun,
  form,
}: Pick<ReturnType<typeof useLoaderData<typeof loader>>, "defaults" | "noun"> & { form: FormState | undefined }) {
  return (
    <CardBody className="grid gap-4 border-b border-border">
      <p className="text-sm text-muted">
        {`Every new ${noun.one} needs these. Choose what a row gets that has none, or has one that is not in the list. Rows that change a ${noun.one} are not touched by it.`}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {defaults.map(({ field, label, options, value }) => {
          const common = {
            name: `defaults.${field}`,
            label,
            form,
            defaultValue: value,
          };
          return options ? (
            <SelectField key={field} {...common} options={options} placeholder="Refuse the row" />
          ) : (
            <TextField key={field} {...common} inputMode="decimal" autoComplete="off" />
          );
        })}
      </div>
    </CardBody>
  );
}

function FormatField({
  place,
  kind,
  format,
  form,
}: {
  place: number;
  kind: Kind | undefined;
  format: string | undefined;
  form: FormState | undefined;
}) {
  if (!kind) return null;
  return (
    <SelectField
      name={`columns.${place}.format`}
      className="mt-2"
      label={`How this column writes ${kind === "day" ? "days" : "numbers"}`}
      options={formatsOf(kind)}
      placeholder="Choose"
      form={form}
      defaultValue={format ?? ""}
    />
  );
}

/** Returns the error or the chosen value of a column's date or number format; undefined if neither exists. */
const columnMessage = (form: FormState | undefined, place: number) =>
  form?.errors[`columns.${place}.format`] ?? form?.fields[`columns.${place}.format`];

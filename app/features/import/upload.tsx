import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { lists } from "~/core/list/define-list.server";
import { permissionAt } from "~/core/resource/registry.server";
import { capital, formatNumber } from "~/core/values/noun";
import { parseForm, rejectForm } from "~/core/form/form.server";
import { redirectWithToast } from "~/core/http/respond.server";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { SelectField } from "~/ui/form/fields";
import { FileField } from "~/ui/form/file-field";
import { ErrorSummary, FormButtons } from "~/ui/form/form";
import { PageTitle } from "~/ui/page-title";
import { Table } from "~/ui/list/table";
import { Form } from "~/ui/owned-form";
import { encodings } from "~/core/import/file/encoding.server";
import { fullDiskRefusal } from "~/core/files/upload-limits.server";
import { UploadForm } from "~/core/import/import-forms.server";
import { withOptions } from "~/core/import/importer.server";
import { importerAt } from "~/core/import/importers.server";
import { maxFileBytes, maxColumns, maxRows } from "~/core/import/file/limits";
import { takeIn } from "~/core/import/file/upload.server";
import { useNavigation } from "~/ui/navigation";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, permissionAt(request, "change"));
  const { noun, path, key = "", keyRules, fields, formats, identityFields, upload, xml } = importerAt(request);
  const known = Object.entries(fields).map(([name, { label, hint, fixed, options }]) => ({
    name,
    label,
    hint: options ? withOptions("One of these", options) : hint,
    fixed,
  }));
  return {
    noun,
    path,
    key: fields[key]?.label.toLowerCase(),
    keyRules,
    exportHref: `${path}.csv${lists().some((list) => list.path === path && list.lineFile) ? "?rows=lines" : ""}`,
    known,
    encodings,
    agreeing: identityFields.map((field) => fields[field]?.label.toLowerCase() ?? field).join(" or "),
    formats: formats.map(({ name }) => name),
    texts: upload,
    xml: xml?.name,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const me = await requireUser(request, permissionAt(request, "change"));
  const importer = importerAt(request);
  const form = await parseForm(request, UploadForm, maxFileBytes);
  if (!form.ok) return rejectForm(form);
  const [file] = form.files.file ?? [];
  if (!file) return rejectForm(form, { file: importer.xml ? "Choose a bank file" : "Choose a CSV file" });
  const refusal = fullDiskRefusal();
  if (refusal) return rejectForm(form, { file: refusal }, 503);
  const taken = await takeIn(me.id, importer, file, form.values.encoding);
  if (!taken.ok) return rejectForm(form, { file: taken.message });
  return redirectWithToast(`/import/${taken.id}`, { text: taken.text });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Import ${data?.noun.many ?? "a file"} · Portico` },
];

export default function Upload() {
  const { noun, path, encodings, texts, xml } = useLoaderData<typeof loader>();
  const kinds = xml ? `CSV or ${xml} file` : "CSV file";
  const form = useActionData<typeof action>()?.form;
  const busy = useNavigation().formMethod === "POST";
  return (
    <>
      <PageTitle
        title={texts?.title ?? `Import ${noun.many}`}
        breadcrumb={[{ href: path, title: capital(noun.many) }]}
        summary={texts?.summary ?? "From a CSV file. You see what it would do, row by row, before anything is changed."}
        actions={
          <ButtonLink variant="outline" icon="history" href="/imports">
            Your imports
          </ButtonLink>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="min-w-0">
          <ErrorSummary form={form} what="The file was not read." />
          <Form method="post" encType="multipart/form-data" noValidate className="card">
            <CardBody className="grid gap-5">
              <FileField
                name="file"
                label={kinds}
                required
                accept={`.csv,.tsv,.txt,text/csv${xml ? ",.xml,text/xml" : ""}`}
                largest={maxFileBytes}
                form={form}
                hint={`At most ${maxFileBytes / 1024 / 1024} MB, ${formatNumber(maxRows)} rows and ${maxColumns} columns. The first line of a CSV file names the columns; commas, semicolons, tabs or vertical bars separate them.`}
              />
              <SelectField name="encoding" label="Encoding" options={encodings} form={form} defaultValue="auto" />
              <FormButtons cancel={path}>
                <Button icon="upload" busy={busy}>
                  {busy ? "Reading…" : "Read the file"}
                </Button>
              </FormButtons>
            </CardBody>
          </Form>
        </div>
        <ColumnGuide />
      </div>
    </>
  );
}

/** The possible columns of a file, and where to download an example. */
function ColumnGuide() {
  const { noun, key, keyRules, exportHref, known, agreeing, formats, texts } = useLoaderData<typeof loader>();
  return (
    <Card
      title="Columns"
      sub={
        texts
          ? "Of a CSV file, in any order: the date, the amount, and what there is of the others."
          : "In any order, and only those that you need: what has no column stays as it is. A row that creates one has to have what the form asks for."
      }
    >
      <CardBody className="grid gap-2 text-sm">
        {texts ? (
          <p>{texts.guide}</p>
        ) : (
          <>
            <p>
              A row whose number is one of your {noun.many} changes that one, and asks first where its {agreeing} is
              another or missing.{" "}
              {key
                ? `Without a number it changes the ${noun.one} with its ${key}, or creates one.`
                : "Without a number it creates one."}{" "}
              {keyRules.takesUnknownId && `A number that no ${noun.one} here has counts as its ${key}. `}
              An empty cell empties the field
              {keyRules.skipsEmptyCells && `, but not of a row that was found by its ${key}`}.
              {formats.length > 0 && ` A file that ${formats.join(" or ")} exported is taken as it is.`}
            </p>
            <p>
              The easiest start is{" "}
              <a className="link" href={exportHref}>
                an export of your {noun.many}
              </a>
              : change cells in it and bring it back, and exactly these are changed.
            </p>
          </>
        )}
      </CardBody>
      <Table label="Columns that a file may have" compact>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">What it is</th>
          </tr>
        </thead>
        <tbody>
          {known.map(({ name, label, hint, fixed }) => (
            <tr key={name}>
              <td className="code">{name}</td>
              <td>
                {label}
                {fixed && <span className="text-muted"> (Portico works it out: ignored)</span>}
                {hint && <span className="block text-sm text-muted">{hint}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

/** Pages of a record whose fields are all that they show; kinds with more to say have pages of their own. */
import type { Json } from "db/schema";
import type { NewRecordView, RecordPageView } from "~/core/pages/record-page.server";
import type { Versions } from "~/core/conflict/versions";
import type { Fields } from "~/core/fields/fields";
import { editableNames, formValues } from "~/core/fields/form-values";
import type { FormState } from "~/core/form/form-state";
import { capital } from "~/core/values/noun";
import { Card, CardBody, Facts } from "~/ui/card";
import { FieldsForm } from "~/ui/form/fields-form";
import { InTrash } from "~/ui/form/in-trash";
import { PageTitle } from "~/ui/page-title";
import { Conflict } from "./conflict";
import { FieldValue } from "./field-value";
import { History } from "./history";
import { RecordMenu } from "./record-menu";

interface RecordPageProps {
  fields: Fields;
  /** Hints below inputs, by field. */
  hints?: Partial<Record<string, string>>;
  record: { id: number | string; revision: number; deletedAt: Date | null };
  page: RecordPageView;
  /** Result of a form post that was not saved. */
  result?: { form: FormState } | { versions: Versions };
}

/** The page of a record: its form, or its values for readers who may not change it, and its history. */
export function RecordPage({ fields, hints, record, page, result }: RecordPageProps) {
  const { noun, entity, list, path, name, goes, history, mayChange } = page;
  const past = <History entries={history} more={`/activity?entity=${entity}&record=${record.id}`} className="mt-5" />;
  const isInTrash = record.deletedAt !== null && !result;
  return (
    <>
      <PageTitle
        title={<bdi>{name}</bdi>}
        here={name}
        breadcrumb={[list]}
        actions={mayChange && !record.deletedAt && <RecordMenu name={name} trash={`${path}/trash`} />}
      />
      {isInTrash && (
        <InTrash name={name} restore={mayChange ? `${path}/restore` : undefined}>
          It is removed for good {goes}.
        </InTrash>
      )}
      {isInTrash ? (
        past
      ) : result && "versions" in result ? (
        <Conflict name={name} versions={result.versions}>
          {record.deletedAt && <input type="hidden" name="restore" value="1" />}
        </Conflict>
      ) : mayChange ? (
        <FieldsForm {...{ noun, fields, hints, record }} list={list.href} form={result?.form} after={past} />
      ) : (
        <>
          <FieldValues fields={fields} record={record} title={capital(noun.one)} />
          {past}
        </>
      )}
    </>
  );
}

function FieldValues({ fields, record, title }: { fields: Fields; record: object; title: string }) {
  const values: Record<string, Json> = formValues(fields)(record);
  const facts = editableNames(fields).map((name) => ({
    term: fields[name]!.label,
    value: <FieldValue of={fields[name]!} value={values[name]} whole />,
  }));
  return (
    <Card title={title} bare>
      <CardBody>
        <Facts facts={facts} />
      </CardBody>
    </Card>
  );
}

type NewRecordPageProps = Pick<RecordPageProps, "fields" | "hints"> & { page: NewRecordView; form?: FormState };

/** The page with the form for a new record. */
export function NewRecordPage({ fields, hints, page, form }: NewRecordPageProps) {
  const { noun, list, formKey } = page;
  return (
    <>
      <PageTitle title={`Create ${noun.one}`} breadcrumb={[list]} />
      <FieldsForm {...{ noun, fields, hints, form, formKey }} list={list.href} />
    </>
  );
}

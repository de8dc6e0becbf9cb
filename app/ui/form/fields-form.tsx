import type { ReactNode } from "react";
import type { Fields } from "~/core/fields/fields";
import { editableNames, formValues } from "~/core/fields/form-values";
import type { FormState } from "~/core/form/form-state";
import { capital, type Noun } from "~/core/values/noun";
import { Card, CardBody } from "~/ui/card";
import { RequiredNote } from "./form";
import { RecordField } from "./record-field";
import { RecordForm } from "./record-form";

interface FieldsFormProps {
  noun: Noun;
  fields: Fields;
  /** Path of the list. */
  list: string;
  /** Title of the form; by default the noun. */
  title?: string;
  /** Hints below inputs, by field. */
  hints?: Partial<Record<string, string>>;
  /** Number of lines of inputs for long texts. */
  rows?: number;
  /** The record being edited; undefined for a new one. */
  record?: { revision: number; deletedAt: Date | null };
  form?: FormState;
  formKey?: string;
  /** Rendered between the fields and the buttons, which stick to the bottom of the page. */
  after?: ReactNode;
}

/** The form for a record with an input for each field that users edit, in the order of the definition. */
export function FieldsForm({ noun, fields, list, title, hints, rows, record, form, formKey, after }: FieldsFormProps) {
  const values: Record<string, string | string[]> = record ? formValues(fields)(record) : {};
  return (
    <RecordForm noun={noun} list={list} record={record} form={form} formKey={formKey} after={after}>
      <Card title={title ?? capital(noun.one)} bare aside={<RequiredNote />}>
        <CardBody className="grid gap-4">
          {editableNames(fields).map((name, place) => (
            <RecordField
              key={name}
              of={fields[name]!}
              value={values[name]?.toString()}
              form={form}
              first={place === 0}
              hint={hints?.[name]}
              rows={rows}
            />
          ))}
        </CardBody>
      </Card>
    </RecordForm>
  );
}

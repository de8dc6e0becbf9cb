import type { ReactNode } from "react";
import { faqStatuses } from "db/lookups";
import type { Faq } from "db/schema";
import { formValues } from "~/core/fields/form-values";
import type { FormState } from "~/core/form/form-state";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { RadioField } from "~/ui/form/choices";
import { RequiredNote } from "~/ui/form/form";
import { RecordField } from "~/ui/form/record-field";
import { RecordForm } from "~/ui/form/record-form";
import { faqFields, faqNoun } from "./fields";

const statusMeaning: Record<string, string> = {
  Published: "Everybody finds it, clients too",
  "Team only": "Everybody finds it but clients",
  Draft: "Only in this list",
};

interface FaqFormProps {
  /** The FAQ to edit; undefined for a new one. */
  faq?: Faq;
  /** Submitted values and errors of a rejected form post. */
  form?: FormState;
  formKey?: string;
  /** Question of the new FAQ: a search that found nothing. */
  question?: string;
  /** The answer as it will look, as HTML that is safe. */
  preview?: string;
  children?: ReactNode;
}

/** The form for a new FAQ, or for one that exists. */
export function FaqForm({ faq, form, formKey, question, preview, children }: FaqFormProps) {
  return (
    <RecordForm
      noun={faqNoun}
      list="/support/faqs/manage"
      record={faq}
      form={form}
      formKey={formKey}
      after={children}
      className="with-aside"
    >
      <div className="grid gap-5">
        <Card title="What it says" aside={<RequiredNote />}>
          <CardBody className="grid gap-4">
            <RecordField
              of={faqFields.question}
              value={faq?.question ?? question}
              form={form}
              first
              autoComplete="off"
            />
            <RecordField
              of={faqFields.answer}
              value={faq?.answer}
              form={form}
              rows={10}
              hint="Markdown: **bold**, *italic*, - lists, [links](https://example.com), `code`. HTML stays text."
            />
            <div>
              <Button variant="outline" size="sm" icon="eye" name="preview" value="1">
                Preview
              </Button>
            </div>
          </CardBody>
        </Card>
        {preview !== undefined && (
          <Card title="Preview" sub="Not saved yet." role="status">
            <CardBody>
              <div className="prose" dangerouslySetInnerHTML={{ __html: preview }} />
            </CardBody>
          </Card>
        )}
      </div>
      <Card title="Place">
        <CardBody className="grid gap-4">
          <RecordField of={faqFields.topic} value={faq?.topic ?? ""} form={form} />
          <RadioField
            form={form}
            name="status"
            label={faqFields.status.label}
            defaultValue={faq?.status ?? "Draft"}
            options={faqStatuses.map(({ value, title }) => ({ value, title, description: statusMeaning[value] }))}
          />
        </CardBody>
      </Card>
    </RecordForm>
  );
}

/** An FAQ as the form's fields. */
export const faqValues = formValues(faqFields);

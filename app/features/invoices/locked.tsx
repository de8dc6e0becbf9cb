import type { Invoice } from "db/schema";
import type { formTexts } from "./form/form-texts.server";
import type { FormState } from "~/core/form/form-state";
import { Alert } from "~/ui/alert";
import { Card, CardBody } from "~/ui/card";
import { RecordField } from "~/ui/form/record-field";
import { RecordForm } from "~/ui/form/record-form";
import { invoiceFields, invoiceNoun } from "./fields";

interface Props {
  invoice: Pick<Invoice, "id" | "revision" | "deletedAt" | "dueDate" | "note" | "internalNote">;
  /** A clause such as "it was sent on 3 Nov 2026". */
  why: string;
  /** Whether its due date cannot change either. */
  isDueDateLocked: boolean;
  form?: FormState;
  texts: typeof formTexts;
}

/** The form for a locked invoice: says what else can be done, and changes what stays open. */
export function LockedInvoice({ texts, invoice, why, isDueDateLocked, form }: Props) {
  const { id, dueDate, note, internalNote } = invoice;
  // A due date that was typed before the books were closed stays, beside why it is refused.
  const hasDueDate = !isDueDateLocked || form?.fields.dueDate !== undefined;
  return (
    <>
      <Alert family="warning" className="mb-5">
        <strong>
          {texts.locked} {why}.
        </strong>{" "}
        {texts.whenLocked}{" "}
        <a className="link" href={`/invoices/${id}/credit`}>
          create a credit note
        </a>{" "}
        for what is wrong,{" "}
        <a className="link" href={`/invoices/create?copy=${id}`}>
          duplicate it
        </a>
        , or change {isDueDateLocked ? "the notes" : "when it is due and the notes"}.
      </Alert>
      <RecordForm noun={invoiceNoun} list="/invoices" record={invoice} form={form}>
        <Card title={hasDueDate ? "Due date and notes" : "Notes"}>
          <CardBody className="grid gap-4">
            {hasDueDate && <RecordField of={invoiceFields.dueDate} form={form} value={dueDate} className="max-w-60" />}
            <RecordField of={invoiceFields.note} form={form} value={note} rows={3} />
            <RecordField of={invoiceFields.internalNote} form={form} value={internalNote} rows={3} />
          </CardBody>
        </Card>
      </RecordForm>
    </>
  );
}

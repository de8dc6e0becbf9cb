import type { Question } from "~/core/resource/resource.server";
import type { FormState } from "~/core/form/form-state";
import { sameStatus, statusWord } from "~/core/values/status";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { CheckboxField, RadioField } from "~/ui/form/choices";
import { SelectField, TextareaField } from "~/ui/form/fields";
import { ErrorSummary } from "~/ui/form/form";
import { useWatch } from "~/ui/form/watch";
import { Time } from "~/ui/values/time";
import { Form } from "~/ui/owned-form";
import type { Overtaken } from "./change-status.server";
import type { statusChoices } from "./effects";

interface StatusFormProps {
  order: { id: number; status: string; revision: number; deletedAt: Date | string | null };
  choices: ReturnType<typeof statusChoices>;
  /** The question about the invoice, if the order is cancelled or returned. */
  question?: Question;
  /** The amounts of the question, see `amountsOf`. */
  amounts?: string;
  /** The customer's e-mail address; "" if unknown. */
  email: string;
  /** Maximum length of a note, in characters. */
  longest: number;
  /** Submitted values and errors of a rejected form post. */
  result?: { form: FormState; overtaken?: Overtaken | null };
}

/** Form that sets the order's status and describes the effect of each choice. */
export function StatusForm({
  order: { id, status, revision: newest, deletedAt },
  choices,
  question,
  amounts,
  email,
  longest,
  result,
}: StatusFormProps) {
  const form = result?.form;
  const isOvertaken = result?.overtaken !== undefined;
  const revision = form?.revision ?? newest;
  const { watch, round, state } = useWatch(form, `${revision} ${isOvertaken}`);
  // The fragment brings those without scripts back here, to what was wrong. A newer revision begins the form anew, and
  // so does giving way to somebody else, which its `key` sees to.
  return (
    <Card title="Change status" bare id="status" className="no-print">
      <CardBody className="pt-3!">
        <ErrorSummary form={form} what="The status was not changed." />
        {isOvertaken && <Meanwhile status={status} by={result.overtaken} />}
        <Form method="post" action={`/orders/${id}#status`} noValidate key={round} className="grid gap-4" {...watch}>
          <input type="hidden" name="revision" value={revision} />
          <SelectField
            form={form}
            name="status"
            label="Status"
            defaultValue={choices.find(({ value }) => sameStatus(value, status))?.value}
            options={choices}
            hint={
              <span className="consequences" aria-live="polite">
                {choices.map(({ value, description }) => (
                  <span key={value}>{description}</span>
                ))}
              </span>
            }
          />
          {amounts && <input type="hidden" name="amounts" value={amounts} />}
          {question && (
            <RadioField
              form={form}
              name="choice"
              label={question.label}
              options={question.choices}
              className="if-order-ends"
            />
          )}
          <TextareaField
            form={form}
            name="note"
            label="Note"
            optional
            rows={2}
            maxLength={longest}
            placeholder="Shown in the timeline"
          />
          {email && (
            <CheckboxField
              form={form}
              name="tell"
              label="Tell the customer by e-mail"
              hint={
                <>
                  <bdi>{email}</bdi> reads what became of the order, not the note.
                </>
              }
            />
          )}
          {deletedAt ? (
            <Button name="restore" value="yes" className="w-full">
              Restore and save status
            </Button>
          ) : (
            <Button className="w-full">{isOvertaken ? "Save status anyway" : "Save status"}</Button>
          )}
          {isOvertaken && (
            <ButtonLink variant="ghost" href="">
              Keep {statusWord(status)}
            </ButtonLink>
          )}
          {state}
        </Form>
      </CardBody>
    </Card>
  );
}

/** Warns that the order's status changed while the form was open. */
function Meanwhile({ status, by }: { status: string; by: Overtaken | null | undefined }) {
  return (
    <Alert family="warning" role="alert" className="mb-4">
      <strong>The order is {statusWord(status)} now.</strong>{" "}
      {by && (
        <>
          <bdi>{by.by}</bdi> set it on <Time value={by.at} clock />
          {by.note && (
            <>
              : “<bdi>{by.note}</bdi>”
            </>
          )}
          .{" "}
        </>
      )}
      Nothing has been overwritten, and your choice is still below.
    </Alert>
  );
}

import { Form } from "@remix-run/react";
import type { FormState } from "~/lib/form-state";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { CheckboxField } from "~/ui/choices";
import { SelectField, TextareaField } from "~/ui/fields";
import { ErrorSummary } from "~/ui/form";
import { orderStages, sameStatus } from "./stages";

interface StatusFormProps {
  status: string;
  /** Where the customer can be told; "" where nobody knows. */
  email: string;
  /** How long a note may be. */
  longest: number;
  form?: FormState;
}

/** Sets an order's status to any other. A word that is not ours stands among them while the order has it. */
export function StatusForm({ status, email, longest, form }: StatusFormProps) {
  const known = orderStages.find(({ value }) => sameStatus(value, status));
  const options = known ? orderStages : [{ value: status, title: status }, ...orderStages];
  return (
    <Card title="Change status" bare id="status" className="no-print">
      <CardBody className="pt-3!">
        <ErrorSummary form={form} what="The status was not changed." />
        <Form method="post" noValidate key={status} className="grid gap-4">
          <SelectField form={form} name="status" label="Status" defaultValue={known?.value ?? status} options={options} />
          <TextareaField form={form} name="note" label="Note" optional rows={2} maxLength={longest} placeholder="Shown in the timeline" />
          {email && <CheckboxField form={form} name="tell" label="Tell the customer by e-mail" hint={<bdi>{email}</bdi>} />}
          <Button className="w-full">Save status</Button>
        </Form>
      </CardBody>
    </Card>
  );
}

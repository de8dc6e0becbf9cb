import type { FormState } from "~/lib/form-state";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { CheckboxField, ChipsField, RadioField, SwitchField } from "~/ui/choices";
import { FileField, SelectField, TextareaField, TextField } from "~/ui/fields";
import { ErrorSummary, RequiredNote } from "~/ui/form";

const refused: FormState = {
  fields: { email: "amara@example", price: "0.00", sizes: ["m"], status: "Draft" },
  errors: { email: "Enter a full address, such as name@example.com", price: "Enter a price above 0", sizes: "Choose two sizes at least" },
};
const roles = ["UX Designer", "Data Scientist"].map((title) => ({ value: title, title }));
const colors = (["blue", "red", "orange", "green", "purple", "pink"] as const).map((color) => ({ value: color, title: color, swatch: color }));

export function Fields() {
  return (
    <Card title="Fields" aside={<RequiredNote />}>
      <CardBody>
        <ErrorSummary form={refused} what="The product was not saved." />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="name" label="Name" required defaultValue="Amara Okafor" />
          <TextField name="phone" label="Phone" type="tel" optional placeholder="+44 20 5550 0118" hint="Only for delivery questions." />
          <TextField name="email" label="E-mail" type="email" required form={refused} />
          <SelectField name="role" label="Role" options={roles} placeholder="Choose a role" />
          <TextField name="price" label="Price" inputMode="decimal" before="$" required form={refused} />
          <TextField name="discount" label="Discount" inputMode="numeric" after="%" optional defaultValue={5} />
          <TextField name="code" label="Code" defaultValue="INV-0012" disabled />
          <TextField name="password" label="Password" type="password" aside={<a className="link text-sm" href="/forget-password">Forgot it?</a>} />
          <FileField name="picture" label="Picture" hint="PNG, JPEG or WebP." className="sm:col-span-2" />
          <TextareaField name="about" label="Description" optional className="sm:col-span-2" />
        </div>
      </CardBody>
    </Card>
  );
}

export function Choices() {
  return (
    <Card title="Choices">
      <CardBody className="grid gap-5">
        <CheckboxField name="remember" label="Keep me logged in on this device" defaultChecked />
        <CheckboxField name="terms" label="Send a copy to me" hint="To the address of this account." />
        <SwitchField name="weekly" label="Weekly report" defaultChecked />
        <RadioField
          name="status"
          label="Status"
          form={refused}
          options={[
            { value: "Published", title: "Published", description: "Visible in the store" },
            { value: "Draft", title: "Draft", description: "Only your team sees it" },
          ]}
        />
        <ChipsField name="colors" label="Colours" options={colors} defaultValue={["blue", "green"]} />
        <ChipsField name="sizes" label="Sizes" form={refused} required options={["s", "m", "l"].map((size) => ({ value: size, title: size.toUpperCase() }))} />
        <Button className="justify-self-start">Save</Button>
      </CardBody>
    </Card>
  );
}

import { currencySign } from "~/core/values/money";
import type { FormState } from "~/core/form/form-state";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { CheckboxField, ChipsField, RadioField, SwitchField } from "~/ui/form/choices";
import { SelectField, TextareaField, TextField } from "~/ui/form/fields";
import { FileField } from "~/ui/form/file-field";
import { PasswordField } from "~/ui/form/password-field";
import { ErrorSummary, RequiredNote } from "~/ui/form/form";
import { Rows } from "~/ui/form/rows";

const refused: FormState = {
  fields: { email: "amara@example", price: "0.00", sizes: ["m"], status: "Draft" },
  errors: {
    email: "Enter a full address, such as name@example.com",
    price: "Enter a price above 0",
    sizes: "Choose two sizes at least",
  },
};
const roles = ["UX Designer", "Data Scientist"].map((title) => ({ value: title, title }));
const colors = (["blue", "red", "orange", "green", "purple", "pink"] as const).map((color) => ({
  value: color,
  title: color,
  swatch: color,
}));

export function Fields() {
  return (
    <Card title="Fields" aside={<RequiredNote />}>
      <CardBody>
        <ErrorSummary form={refused} what="The product was not saved." />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="name" label="Name" required defaultValue="Amara Okafor" />
          <TextField
            name="phone"
            label="Phone"
            type="tel"
            optional
            placeholder="+44 20 5550 0118"
            hint="Only for delivery questions."
          />
          <TextField name="email" label="E-mail" type="email" required form={refused} />
          <SelectField name="role" label="Role" options={roles} placeholder="Choose a role" />
          <TextField name="price" label="Price" inputMode="decimal" before={currencySign()} required form={refused} />
          <TextField name="discount" label="Discount" inputMode="numeric" after="%" optional defaultValue={5} />
          <TextField name="code" label="Code" defaultValue="INV-0012" disabled />
          <PasswordField
            name="password"
            label="Password"
            aside={
              <a className="link text-sm" href="/forget-password">
                Forgot it?
              </a>
            }
          />
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
        <ChipsField
          name="sizes"
          label="Sizes"
          form={refused}
          required
          options={["s", "m", "l"].map((size) => ({ value: size, title: size.toUpperCase() }))}
        />
        <Button className="justify-self-start">Save</Button>
      </CardBody>
    </Card>
  );
}

const features = [
  { name: "Volume", value: "28 litres" },
  { name: "Weight", value: "860 g" },
  { name: "Material", value: "Recycled ripstop" },
];
const untitled: FormState = {
  fields: { "lines.0.title": "", "lines.0.price": "12.50" },
  errors: { "lines.0.title": "Enter a title" },
};

/** Row lists for the design page, which has no form to post; in a form they also work without scripts. */
export function RowLists() {
  return (
    <>
      <Rows
        name="features"
        noun={{ one: "feature", many: "features" }}
        record={features}
        calledBy="name"
        frame={({ rows, add, error }) => (
          <Card title="Features" aside={add} bare>
            <CardBody className="grid gap-2.5">
              {rows}
              {error}
            </CardBody>
          </Card>
        )}
      >
        {(row) => (
          <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto] gap-2">
            <input
              className="input"
              aria-label={`Feature ${row.index + 1} name`}
              id={row.id("name")}
              name={row.name("name")}
              defaultValue={row.value("name")}
            />
            <input
              className="input"
              aria-label={`Feature ${row.index + 1} value`}
              id={row.id("value")}
              name={row.name("value")}
              defaultValue={row.value("value")}
            />
            <Button variant="ghost" size="icon" icon="x" {...row.remove} />
          </div>
        )}
      </Rows>
      <Card title="Rows">
        <CardBody className="grid gap-5">
          <Rows
            name="offers"
            noun={{ one: "offer", many: "offers" }}
            record={["Free shipping on larger orders", "10% off a second piece"]}
            texts
            calledBy=""
          >
            {(row) => (
              <div className="flex gap-1">
                <input
                  className="input"
                  aria-label={`Offer ${row.index + 1}`}
                  id={row.id()}
                  name={row.name()}
                  defaultValue={row.value()}
                />
                <Button variant="ghost" size="icon" icon="arrow-up" {...row.up} />
                <Button variant="ghost" size="icon" icon="arrow-down" {...row.down} />
                <Button variant="ghost" size="icon" icon="x" {...row.remove} />
              </div>
            )}
          </Rows>
          <Rows
            name="lines"
            noun={{ one: "line", many: "lines" }}
            form={untitled}
            blank={{ price: "0.00" }}
            calledBy="title"
          >
            {(row) => (
              <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto] items-start gap-2">
                <TextField form={untitled} label="Title" name={row.name("title")} defaultValue={row.value("title")} />
                <TextField
                  form={untitled}
                  label="Price"
                  name={row.name("price")}
                  defaultValue={row.value("price")}
                  inputMode="decimal"
                  before={currencySign()}
                />
                <Button variant="ghost" size="icon" icon="x" className="mt-6" {...row.remove} />
              </div>
            )}
          </Rows>
        </CardBody>
      </Card>
    </>
  );
}

import type { ReactNode } from "react";
import type { Json } from "db/schema";
import type { FieldLabel } from "~/core/fields/fields";
import type { FormFields, FormState } from "~/core/form/form-state";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { SaveBar } from "~/ui/form/form";
import { useWatch } from "~/ui/form/watch";
import { Form } from "~/ui/owned-form";
import { FieldChange, FieldValue } from "./field-value";
import { fieldPart, fieldValue, type Verdict, compareVersions, type Versions } from "~/core/conflict/versions";

type Readings = Partial<Record<string, (value: Json) => Json>>;

/** Returns a field's value in a version, as shown to people. */
type Read = (fields: FormFields, field: string) => Json | undefined;

interface Props {
  name: string;
  versions: Versions;
  /** Converters by field, for values that are stored under other names than people use. */
  readings?: Readings;
  /** Further fields to send. */
  children?: ReactNode;
}

/** Marks the form as having unsaved input from the start. */
const emptyFormState: FormState = { fields: {}, errors: {} };

/**
 * Resolves an edit conflict: keeps what only one version changed, and lets the user choose where both did. It posts
 * the values like the ordinary form, on top of the newer revision, and works without scripts.
 */
export function Conflict({ name, versions, readings = {}, children }: Props) {
  const read: Read = (fields, field) => {
    const value = fieldValue(fields, field);
    return value === undefined ? value : (readings[field]?.(value) ?? value);
  };
  const fields = Object.entries(versions.fields).map(([field, of]) => ({
    field,
    of,
    verdict: compareVersions(field, versions),
  }));
  const those = (wanted: Verdict) => fields.filter(({ verdict }) => verdict === wanted);
  const open = those("both");
  const { watch, state } = useWatch(emptyFormState, versions.revision);
  return (
    <Form method="post" encType="multipart/form-data" className="flex flex-col gap-5" {...watch}>
      <Alert family="warning" role="alert">
        <strong>{name} was changed while you were editing.</strong> Nothing has been overwritten.{" "}
        {open.length > 0
          ? "Choose what to keep where both versions changed, then save."
          : "The same field was not changed twice, so saving keeps both."}
      </Alert>
      <input type="hidden" name="revision" value={versions.revision} />
      {children}
      {[...those("same"), ...those("mine"), ...open].map(({ field }) => (
        <Hidden key={field} fields={fieldPart(versions.mine, field)} />
      ))}
      {those("theirs").map(({ field }) => (
        <Hidden key={field} fields={fieldPart(versions.theirs, field)} />
      ))}
      <Card title="Which version?">
        <CardBody className="grid gap-6">
          {open.map(({ field, of }) => (
            <fieldset key={field} className="grid gap-2 sm:grid-cols-2">
              <legend className="label mb-1.5">{of.label}</legend>
              <Hidden prefix="theirs:" fields={fieldPart(versions.theirs, field)} />
              <Version of={of} field={field} value={read(versions.mine, field)} whose="mine" />
              <Version of={of} field={field} value={read(versions.theirs, field)} whose="theirs" />
            </fieldset>
          ))}
          <Settled
            title="Only you changed"
            fields={those("mine")}
            from={versions.theirs}
            to={versions.mine}
            read={read}
          />
          <Settled
            title="Only they changed"
            fields={those("theirs")}
            from={versions.mine}
            to={versions.theirs}
            read={read}
          />
          {those("same").length === fields.length && <p>Both versions say the same. Saving changes nothing.</p>}
        </CardBody>
      </Card>
      <SaveBar state={state}>
        <ButtonLink variant="ghost" href="">
          Keep theirs
        </ButtonLink>
        <Button type="submit">{open.length > 0 ? "Save my choice" : "Save both"}</Button>
      </SaveBar>
    </Form>
  );
}

function Version({
  of,
  field,
  value,
  whose,
}: {
  of: FieldLabel;
  field: string;
  value: Json | undefined;
  whose: "mine" | "theirs";
}) {
  return (
    <label className="choice">
      <input type="radio" className="radio" name={`pick:${field}`} value={whose} defaultChecked={whose === "mine"} />
      <span className="min-w-0">
        <span className="block text-sm text-muted">{whose === "mine" ? "Yours" : "Theirs"}</span>
        <FieldValue of={of} value={value} whole />
      </span>
    </label>
  );
}

interface SettledProps {
  title: string;
  fields: { field: string; of: FieldLabel }[];
  from: FormFields;
  to: FormFields;
  read: Read;
}

/** Fields that were changed in one version only, for information. */
function Settled({ title, fields, from, to, read }: SettledProps) {
  if (fields.length === 0) return null;
  return (
    <section>
      <h3 className="label mb-1.5">{title}</h3>
      <ul className="grid gap-1 text-sm text-muted">
        {fields.map(({ field, of }) => (
          <li key={field}>
            <FieldChange of={of} before={read(from, field)} after={read(to, field)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Hidden({ fields, prefix = "" }: { fields: FormFields; prefix?: string }) {
  return Object.entries(fields).map(([name, value]) =>
    [value]
      .flat()
      .map((text, index) => <input key={`${name} ${index}`} type="hidden" name={prefix + name} value={text} />),
  );
}

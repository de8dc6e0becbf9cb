import { accessAreas, type AreaAccess } from "db/lookups";
import type { FormState } from "~/core/form/form-state";
import { CheckboxField } from "~/ui/form/choices";
import { SelectField } from "~/ui/form/fields";

const verbs = [
  { value: "", title: "Nothing" },
  { value: "view", title: "View" },
  { value: "change", title: "View and change" },
];

/** Form fields for a token's scopes, limited to the user's own access. */
export function ScopeFields({ areas, form }: { areas: AreaAccess; form?: FormState }) {
  const mine = accessAreas.filter(({ value }) => areas[value]);
  if (mine.length === 0)
    return (
      <p className="text-sm text-muted">
        It shows what is yours: your orders, invoices and tickets. It changes nothing.
      </p>
    );
  return (
    <>
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-1">What it may do</legend>
        <p className="text-sm text-muted sm:col-span-2">
          Choose as little as the program needs. It never does more than you may yourself at that moment.
        </p>
        {mine.map(({ value, title }) => (
          <SelectField
            key={value}
            form={form}
            name={value}
            label={title}
            defaultValue=""
            options={areas[value] === "change" ? verbs : verbs.slice(0, 2)}
          />
        ))}
      </fieldset>
      {areas.people === "change" && (
        <CheckboxField
          form={form}
          name="access"
          label="It may also change people’s access"
          hint="Their status and sign-in address, active new people, and people in the trash. Without this, a program that changes people leaves these alone."
        />
      )}
    </>
  );
}

import { accessAreas, type AccessLevel } from "db/lookups";
import type { FormState } from "~/core/form/form-state";
import { RadioField } from "~/ui/form/choices";
import { SelectField } from "~/ui/form/fields";
import { areaHolds, type AccessGrant, levelMeaning, titleOfLevel } from "~/core/access/levels";

const verbs = [
  { value: "", title: "No access" },
  { value: "view", title: "View" },
  { value: "change", title: "View and change" },
];

interface Props {
  /** The levels that may be given here. */
  levels: AccessLevel[];
  now?: AccessGrant;
  form?: FormState;
}

/** Chooses a level, and for staff the areas: those stand open only while staff is chosen, also without scripts. */
export function AccessFields({ levels, now, form }: Props) {
  return (
    <div className="access-fields grid gap-5">
      <RadioField
        form={form}
        name="access"
        label="Level"
        required
        defaultValue={now && levels.includes(now.access) ? now.access : undefined}
        options={levels.map((value) => ({ value, title: titleOfLevel(value), description: levelMeaning[value] }))}
      />
      <fieldset className="areas">
        <legend className="label mb-2">Areas of staff</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          {accessAreas.map(({ value, title }) => (
            <SelectField
              key={value}
              form={form}
              name={value}
              label={title}
              hint={areaHolds[value]}
              options={verbs}
              defaultValue={now?.areas[value] ?? ""}
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}

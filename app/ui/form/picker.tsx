import { type ComponentProps, type SyntheticEvent, useState } from "react";
import { choiceOf, fieldId, fieldText, type FormState } from "~/core/form/form-state";
import { classes } from "~/ui/classes";
import { SelectField, TextField } from "./fields";

interface PickerProps extends ComponentProps<typeof TextField> {
  /** Address that returns `Suggestions` for the input, such as `/invoices/suggest/people`. */
  from: string;
}

/**
 * A text field with suggestions from the server. Without scripts, or if the text is ambiguous, the form comes back
 * with a choice (`choices.server.ts`), which disappears when the text is changed.
 */
export function Picker({ from, className, ...field }: PickerProps) {
  const { name, form } = field;
  const [input, setInput] = useState<HTMLInputElement>();
  const [typed, setTyped] = useState<FormState>();
  const [Picks, setPicks] = useState<typeof import("./picks").Picks>();
  const choices = typed === form ? undefined : form?.choices?.[name];

  /**
   * Loads the list on first focus or input, because most people change other fields. Without it, the field works like
   * any other.
   */
  function begin({ currentTarget }: SyntheticEvent<HTMLInputElement>) {
    setInput(currentTarget);
    if (!Picks)
      import("./picks").then(
        (loaded) => setPicks(() => loaded.Picks),
        () => undefined,
      );
  }
  return (
    <div className={classes("finder", className)}>
      <TextField
        autoComplete="off"
        maxLength={300}
        {...field}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={false}
        aria-controls={`${fieldId(name)}-offers`}
        onFocus={begin}
        onInput={(event) => {
          setTyped(form);
          begin(event);
        }}
      />
      <button
        name="rows"
        value={`find:${name}`}
        formAction={`#${fieldId(name)}`}
        formNoValidate
        className="btn btn-outline btn-sm hidden noscript:inline-flex"
      >
        Find
      </button>
      {choices && (
        <SelectField
          name={choiceOf(name)}
          label="Which one?"
          placeholder="Choose one"
          options={choices.map(({ text, note }) => ({ value: text, title: `${text}, ${note}` }))}
        />
      )}
      {input && Picks && <Picks input={input} from={from} />}
    </div>
  );
}

/** A field that only suggestions set. React would reset the value of one with `type="hidden"` at every render. */
export const SetField = ({ form, name, value }: { form?: FormState; name: string; value?: string }) => (
  <input hidden name={name} defaultValue={fieldText(form, name, value)} />
);

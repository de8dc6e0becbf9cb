import { type ComponentProps, type SyntheticEvent, useState } from "react";
import { choiceOf, fieldId, type FormState } from "~/core/form/form-state";
import { classes } from "~/ui/classes";
import { SelectField, TextField } from "./fields";

interface PickerProps extends ComponentProps<typeof TextField> {
  /** Answers `Offers` for what is typed, such as `/invoices/suggest/people`. */
  from: string;
}

/**
 * A text field that finds what it may mean on the server as one types. Without scripts, or where what was typed is not
 * clear, the form comes back with a choice beneath it (`choices.server.ts`); typing anew takes the choice away.
 */
export function Picker({ from, className, ...field }: PickerProps) {
  const { name, form } = field;
  const [input, setInput] = useState<HTMLInputElement>();
  const [typed, setTyped] = useState<FormState>();
  const [Picks, setPicks] = useState<typeof import("./picks").Picks>();
  const choices = typed === form ? undefined : form?.choices?.[name];

  /**
   * The list comes with the first focus: most people change something else. A field that has it when the page opens
   * was given it before scripts ran, and begins as one types. Where it cannot come, the field is one as any other.
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

interface Props {
  /** Id that fields refer to by `list`. */
  id: string;
  /** The suggested texts, each with a note that tells equal ones apart. */
  of: readonly { text: string; note?: string }[];
}

/** Suggestions for text fields, which still accept any text. */
export function Suggestions({ id, of }: Props) {
  return (
    <datalist id={id}>
      {of.map(({ text, note }, place) => (
        <option key={place} value={text}>
          {note}
        </option>
      ))}
    </datalist>
  );
}

interface Props {
  /** What the fields name as their `list`. */
  id: string;
  /** The texts, each with what tells it from another of the same words. */
  of: readonly { text: string; note?: string }[];
}

/** What text fields suggest; people may type anything else. */
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

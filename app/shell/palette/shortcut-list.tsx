import { useMay } from "~/core/access/may";
import { useKeyName } from "./shortcuts";

/** Lists all keyboard shortcuts. */
export function ShortcutList() {
  const key = {
    k: useKeyName("K"),
    p: useKeyName("P"),
    b: useKeyName("B"),
    s: useKeyName("S"),
    enter: useKeyName("↵"),
  };
  const mayBill = useMay()("billing");
  return (
    <>
      <Keys
        title="Anywhere"
        keys={[
          [key.k, "Open or close the command palette"],
          ["/", "Open the command palette, unless you are typing"],
          ["?", "Show these shortcuts, unless you are typing"],
          [key.enter, "Send or save the form that you are in"],
        ]}
      />
      <Keys
        title="In a list"
        keys={[
          ["j k", "Go to the next or the previous row"],
          ["↵", "Open the row"],
          ["x", "Select the row, or no longer"],
          ["Esc", "Clear the selection"],
          ["e", "Edit the row, where it can be edited"],
          ["c", "Create a new one, where it can be created"],
        ]}
      />
      <Keys
        title="In the command palette"
        keys={[
          ["↑ ↓", "Move through the entries"],
          ["Home End", "Go to the first or the last entry"],
          ["↵", "Choose an entry, copy the result of a sum"],
          ["Esc", "Leave the calculator, then close"],
          [key.p, "Profile"],
          ...(mayBill ? [[key.b, "Billing"] as [string, string]] : []),
          [key.s, "Settings"],
        ]}
      />
    </>
  );
}

function Keys({ title, keys }: { title: string; keys: [keys: string, what: string][] }) {
  return (
    <section>
      <h3 className="mb-1 text-sm font-medium text-text">{title}</h3>
      <dl className="divide-y divide-border">
        {keys.map(([names, what]) => (
          <div key={what} className="flex items-center justify-between gap-4 py-1.5">
            <dt className="text-sm text-text">{what}</dt>
            <dd className="flex gap-1">
              {/* "Ctrl K" is one shortcut, "↑ ↓" are two keys. */}
              {(names.startsWith("Ctrl") ? [names] : names.split(" ")).map((name) => (
                <kbd key={name} className="kbd">
                  {name}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

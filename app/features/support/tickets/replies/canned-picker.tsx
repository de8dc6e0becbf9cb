import { type MouseEvent, useRef } from "react";
import { Button } from "~/ui/button";

interface CannedPickerProps {
  canned: { id: number; title: string; body: string }[];
  /** Inserts a text at the cursor; without scripts, the page reloads with it at the end. */
  onInsert(text: string): void;
}

/** Puts a reply that is written already into the one that is being written. */
export function CannedPicker({ canned, onInsert }: CannedPickerProps) {
  const select = useRef<HTMLSelectElement>(null);

  function insert(event: MouseEvent) {
    event.preventDefault();
    const chosen = canned.find(({ id }) => String(id) === select.current?.value);
    if (chosen) onInsert(event.detail < 2 ? chosen.body : ""); // the second press of a double click says nothing new
  }

  if (canned.length === 0) return <ManageLink>Write</ManageLink>;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <select ref={select} name="canned" aria-label="Canned reply" className="input input-sm w-44! max-w-full">
        <option value="">Canned replies</option>
        {canned.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      <Button name="keep" value="canned" variant="outline" size="sm" formNoValidate onClick={insert}>
        Insert
      </Button>
      <ManageLink>Manage</ManageLink>
    </div>
  );
}

function ManageLink({ children }: { children: string }) {
  return (
    <a className="link reach text-sm" href="/support/canned-replies">
      {children}
      <span className="sr-only"> canned replies</span>
    </a>
  );
}

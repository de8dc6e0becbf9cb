import type { Surroundings } from "~/shell/shell.server";

/** Says that changes wait, and for what. */
export function RunBanner({ runs }: { runs: Surroundings["runs"] }) {
  return runs.map(({ id, title, byName, part }) => (
    <p key={id} role="status" className="no-print border-b border-border bg-info-tint px-5 py-2 text-sm text-info-text">
      {title} ({byName}, {part}%). You can read on; changes wait until it is done.
    </p>
  ));
}

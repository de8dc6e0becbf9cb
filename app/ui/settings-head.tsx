import type { ReactNode } from "react";

/** The head of a settings page: its name, and what it is for in a sentence. Its cards follow. */
export function SettingsHead({ title, lead, children }: { title: string; lead: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <h2 className="text-xl font-semibold">{title}</h2>
        <p className="mt-0.5 text-muted">{lead}</p>
      </div>
      {children}
    </div>
  );
}

/** The title of a settings page, for its `meta`. */
export const settingsTitle = (title: string) => () => [{ title: `${title} · Portico` }];

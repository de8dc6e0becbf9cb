import type { ReactNode } from "react";

/** The header of a settings page: its name and purpose, above its cards. */
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

/** Returns the `meta` function with a settings page's title. */
export const settingsTitle = (title: string) => () => [{ title: `${title} · Portico` }];

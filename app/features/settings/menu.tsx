import { useLocation } from "@remix-run/react";
import { useMay } from "~/core/access/may";
import { currentEntry } from "~/shell/navigation";
import { buttonClass } from "~/ui/button";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icons/icon";
import { settingsGroups, settingsPages } from "~/shell/settings-pages";

/**
 * The side menu of the settings; on small screens it opens from a button that names the page one is on. Give it a
 * `key`, so that it closes on each page.
 */
export function SettingsMenu() {
  const { pathname } = useLocation();
  const route = currentEntry(pathname)?.child.route;
  const here = settingsPages.find((page) => page.route === route);
  return (
    <>
      <details className="no-print lg:hidden">
        <summary className={buttonClass({ variant: "outline" }, "w-full justify-start!")}>
          {here && <Icon name={here.icon} />}
          {here?.label ?? "Settings"}
          <Icon name="chevrons-up-down" className="ms-auto text-subtle" />
        </summary>
        <Pages here={here} className="mt-2 rounded-lg border border-border bg-surface p-2" />
      </details>
      <Pages here={here} className="no-print sticky top-20 max-lg:hidden" />
    </>
  );
}

function Pages({ here, className }: { here: (typeof settingsPages)[number] | undefined; className: string }) {
  const may = useMay();
  return (
    <nav aria-label="Settings" className={classes("sidemenu", className)}>
      {settingsGroups.map(({ name, pages }) => (
        <div key={name} className="not-first:mt-5">
          <h2 className="mb-1 px-2.5 text-xs font-medium text-subtle">{name}</h2>
          <ul className="space-y-0.5">
            {pages
              .filter(({ needs }) => may(needs))
              .map((page) => (
                <li key={page.route}>
                  <a href={page.route} aria-current={page === here ? "page" : undefined}>
                    <Icon name={page.icon} />
                    {page.label}
                  </a>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

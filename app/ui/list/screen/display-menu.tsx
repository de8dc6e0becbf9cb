import { useFetcher } from "@remix-run/react";
import { useContext } from "react";
import { changeColumns, columnChange } from "~/core/values/preferences";
import { buttonClass } from "~/ui/button";
import { Icon } from "~/ui/icons/icon";
import { Menu, MenuButton, MenuRule } from "~/ui/overlay/menu";
import { PreferenceForm } from "~/ui/preference-form";
import { ListDisplay } from "./display";

interface DisplayMenuProps {
  path: string;
  /** Columns that can be hidden. */
  columns: { key: string; label: string }[];
}

/** A menu for row height and visible columns. Each choice is stored and takes effect at once. */
export function DisplayMenu({ path, columns }: DisplayMenuProps) {
  const { density = "comfortable", hidden: kept = {} } = useContext(ListDisplay);
  // Applies a choice before the response, and includes it in the next one.
  const sent = useFetcher({ key: "preferences" }).formData?.get("columns");
  const pending = typeof sent === "string" && sent.split(" ")[0] === path ? sent : path;
  const hidden = changeColumns({ hidden: kept }, pending).hidden?.[path] ?? [];
  return (
    <Menu
      label="Display"
      title="Display"
      className={buttonClass({ variant: "ghost", size: "icon" }, "btn-sm")}
      button={<Icon name="sliders-horizontal" />}
    >
      <PreferenceForm>
        <div role="group" aria-label="Rows">
          <p className="menu-head">Rows</p>
          {(["comfortable", "compact"] as const).map((each) => (
            <Choice key={each} name="density" value={each} isChosen={density === each}>
              {each === "compact" ? "Compact" : "Comfortable"}
            </Choice>
          ))}
        </div>
        <MenuRule />
        <div role="group" aria-label="Columns">
          <p className="menu-head">Columns</p>
          {columns.map(({ key, label }) => (
            <Choice
              key={key}
              name="columns"
              value={columnChange(pending, key, hidden.includes(key))}
              isChosen={!hidden.includes(key)}
            >
              {label}
            </Choice>
          ))}
        </div>
      </PreferenceForm>
    </Menu>
  );
}

interface ChoiceProps {
  name: string;
  value: string;
  isChosen: boolean;
  children: string;
}

function Choice({ isChosen, children, ...sent }: ChoiceProps) {
  return (
    <MenuButton {...sent} aria-pressed={isChosen}>
      <Icon name="check" className={isChosen ? undefined : "invisible"} />
      {children}
    </MenuButton>
  );
}

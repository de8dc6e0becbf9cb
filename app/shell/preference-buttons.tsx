import type { ComponentProps } from "react";
import { Icon } from "~/ui/icons/icon";
import type { IconName } from "~/ui/icons/icon-names";
import { PreferenceForm } from "~/ui/preference-form";

interface ToggleProps extends Pick<ComponentProps<"button">, "name" | "value" | "className"> {
  label: string;
  icon: IconName;
}

function Toggle({ label, icon, className, ...rest }: ToggleProps) {
  return (
    <button className={`btn btn-ghost btn-icon ${className}`} aria-label={label} title={label} {...rest}>
      <Icon name={icon} flip={icon === "panel-left"} />
    </button>
  );
}

/** Renders both buttons and lets CSS show the right one, which works before and without scripts. */
export function ThemeToggle() {
  return (
    <PreferenceForm>
      <Toggle name="theme" value="dark" label="Switch to the dark theme" icon="moon" className="dark:hidden!" />
      <Toggle
        name="theme"
        value="light"
        label="Switch to the light theme"
        icon="sun"
        className="hidden! dark:inline-flex!"
      />
    </PreferenceForm>
  );
}

export function DirectionToggle() {
  const direction = { name: "direction", label: "Switch text direction" };
  return (
    <PreferenceForm>
      <Toggle {...direction} value="rtl" icon="pilcrow-right" className="rtl:hidden!" />
      <Toggle {...direction} value="ltr" icon="pilcrow-left" className="ltr:hidden!" />
    </PreferenceForm>
  );
}

/** Switches the menu between a column beside the page and a drawer, on wide screens. */
export function MenuToggle() {
  return (
    <PreferenceForm>
      <Toggle name="menu" value="closed" label="Hide the menu" icon="panel-left" className="not-docked:hidden!" />
      <Toggle name="menu" value="open" label="Keep the menu open" icon="pin" className="docked:hidden!" />
    </PreferenceForm>
  );
}

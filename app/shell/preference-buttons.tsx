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

/** Both buttons are there, and CSS shows the one that changes something: so it is right before and without scripts. */
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

/** Where there is room, the menu stands beside the page, or is a drawer as on small screens. */
export function MenuToggle() {
  return (
    <PreferenceForm>
      <Toggle name="menu" value="closed" label="Hide the menu" icon="panel-left" className="not-docked:hidden!" />
      <Toggle name="menu" value="open" label="Keep the menu open" icon="pin" className="docked:hidden!" />
    </PreferenceForm>
  );
}

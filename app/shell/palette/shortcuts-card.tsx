import { PreferenceForm } from "~/ui/preference-form";
import { Badge } from "~/ui/values/badge";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { useShortcutsOn } from "./search-box";
import { ShortcutList } from "./shortcut-list";
import { shortcutsCard } from "./shortcuts";

/** The settings card that lists the shortcuts and turns them on or off in this browser. */
export function ShortcutsCard() {
  const on = useShortcutsOn();
  return (
    <Card id={shortcutsCard} heading="h3" title="Keyboard shortcuts" sub="Kept in this browser">
      <CardBody className="grid gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="flex min-w-0 flex-wrap items-center gap-2">
            Keys that open something from anywhere are{" "}
            {on ? <Badge family="success">On</Badge> : <Badge family="neutral">Off</Badge>}
          </p>
          <PreferenceForm>
            <Button variant="outline" size="sm" name="shortcuts" value={on ? "off" : "on"}>
              {on ? "Turn off keyboard shortcuts" : "Turn on keyboard shortcuts"}
            </Button>
          </PreferenceForm>
        </div>
        <details>
          <summary className="link w-fit text-sm">Show all shortcuts</summary>
          <div className="mt-4 grid gap-5">
            <ShortcutList />
          </div>
        </details>
      </CardBody>
    </Card>
  );
}

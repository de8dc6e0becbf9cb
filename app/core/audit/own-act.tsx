import { capital } from "~/core/values/noun";
import { actionText } from "./history";
import type { Entry } from "./undo.server";

/** What somebody did to which record, as they read it themselves: "Changed Order #3". */
export const ownAct = (entry: Entry) => <NamedAction entry={entry} />;

/** An entry's words with the record's name, which leads to it. */
function NamedAction({ entry }: { entry: Entry }) {
  const { label, href, action, byName } = entry;
  const isSecurity = action === "security";
  if (!href || (isSecurity && label === byName)) return capital(actionText(entry, label));
  return (
    <>
      {capital(actionText(entry, ""))}
      {isSecurity && ": "}
      <a href={href} className="link">
        <bdi>{label}</bdi>
      </a>
    </>
  );
}

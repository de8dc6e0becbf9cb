import { capital } from "~/core/values/noun";
import { actionText } from "./history";
import type { Entry } from "~/core/audit/undo.server";

/** What somebody did, as they read it themselves, with the way to the record: "Changed Order #3". */
export function ownAct(entry: Entry) {
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

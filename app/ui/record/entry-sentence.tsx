import { capital } from "~/core/values/noun";
import { actionText } from "./history";
import type { Entry } from "~/core/audit/entries.server";

/** Returns what the user did in their own words, with a link to the record: "Changed Order #3". */
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

import { capital } from "~/core/values/noun";
import { Badge, type BadgeFamily } from "./badge";
import type { IconName } from "../icons/icon-names";

/** How each status looks, whatever it is a status of. One word means one thing everywhere. */
const statusStyles = new Map<string, [BadgeFamily, IconName]>([
  ["active", ["success", "circle-check"]],
  ["pending", ["warning", "clock"]],
  ["banned", ["error", "ban"]],
  ["rejected", ["neutral", "circle-x"]],
  ["new", ["primary", "sparkle"]],
  ["shipping", ["info", "truck"]],
  ["delivered", ["success", "package-check"]],
  ["return", ["neutral", "undo-2"]],
  ["cancelled", ["error", "circle-x"]],
  ["published", ["success", "globe"]],
  ["team only", ["info", "users"]],
  ["draft", ["neutral", "pencil-line"]],
  ["complete", ["success", "circle-check"]],
  ["overdue", ["error", "circle-alert"]],
  ["open", ["primary", "circle-dot"]],
  ["solved", ["success", "check-check"]],
  ["closed", ["neutral", "archive"]],
  ["applied", ["primary", "send"]],
  ["screening", ["info", "search"]],
  ["shortlisted", ["info", "star"]],
  ["interview", ["warning", "message-square"]],
  ["offer", ["warning", "mail"]],
  ["hired", ["success", "circle-check"]],
  ["withdrawn", ["neutral", "undo-2"]],
]);

/** The icon of a status; nothing for a word that is not known. */
export const statusIcon = (value: string): IconName | undefined => statusStyles.get(value.toLowerCase())?.[1];

/** A status as it is shown: with a capital first letter, unless it is a word that is not known. */
export const statusTitle = (value: string) => (statusStyles.has(value.toLowerCase()) ? capital(value) : value);

/** A status in its colour, with its icon. Case does not matter; a word that is not known stays as it is, in grey. */
export function StatusBadge({ value, className }: { value: string; className?: string }) {
  const look = statusStyles.get(value.toLowerCase());
  if (!look) return <Badge className={className}>{value}</Badge>;
  const [family, icon] = look;
  return (
    <Badge family={family} icon={icon} className={className}>
      {statusTitle(value)}
    </Badge>
  );
}

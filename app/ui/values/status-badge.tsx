import { capital } from "~/core/values/noun";
import { Badge, type BadgeFamily } from "./badge";
import type { IconName } from "../icons/icon-names";

/** Styles of statuses, shared by all kinds of records. */
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
  ["archived", ["neutral", "archive"]],
  ["closed", ["neutral", "archive"]],
  ["applied", ["primary", "send"]],
  ["screening", ["info", "search"]],
  ["shortlisted", ["info", "star"]],
  ["interview", ["warning", "message-square"]],
  ["offer", ["warning", "mail"]],
  ["hired", ["success", "circle-check"]],
  ["withdrawn", ["neutral", "undo-2"]],
  ["void", ["neutral", "ban"]],
]);

/** Returns the icon of a status, or undefined for an unknown one. */
export const statusIcon = (value: string): IconName | undefined => statusStyles.get(value.toLowerCase())?.[1];

/** Returns the title of a status: capitalised if it is known, else unchanged. */
export const statusTitle = (value: string) => (statusStyles.has(value.toLowerCase()) ? capital(value) : value);

/** A status with its colour and icon, ignoring case. Unknown statuses are grey and unchanged. */
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

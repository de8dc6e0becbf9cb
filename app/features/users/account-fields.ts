/** The fields of a user that people set in their own settings; apart from the others, which pages load. */
import { fields, other } from "~/core/fields/fields";

export const accountFields = fields({
  links: other({ label: "Social media links", format: "rows" }),
  notices: other({ label: "Notification settings", format: "rows" }),
  inApp: other({ label: "In the app", format: "list" }),
  byEmail: other({ label: "By e-mail", format: "list" }),
  digestDay: other({ label: "Weekly digest" }),
  digestHour: other({ label: "Hour of the digest" }),
  quietFrom: other({ label: "Quiet from" }),
  quietTo: other({ label: "Quiet until" }),
});

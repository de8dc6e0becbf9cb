/** The period of the service that an invoice is for, in words. */
import type { Invoice } from "db/schema";
import { formatDate } from "~/core/values/time-format";

/** Returns such as "1 Nov 2026 – 30 Nov 2026"; "" for an invoice without a service period. */
export function servicePeriodText({ serviceFrom, serviceTo }: Pick<Invoice, "serviceFrom" | "serviceTo">): string {
  if (serviceFrom === serviceTo) return serviceTo && formatDate(serviceTo);
  if (!serviceTo) return `From ${formatDate(serviceFrom)}`;
  return serviceFrom ? `${formatDate(serviceFrom)} – ${formatDate(serviceTo)}` : `Until ${formatDate(serviceTo)}`;
}

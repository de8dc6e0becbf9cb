/** The form that sets an order's status: why, and whether the customer is told. */
import { z } from "zod";
import type { Order } from "db/schema";
import { parseForm, unsaved } from "~/lib/form.server";
import { longestNote } from "~/lib/form-state";
import { redirectWithToast } from "~/lib/respond.server";
import { choice, longText } from "~/lib/rules";
import { sendMail } from "~/mail/mail.server";
import type { Actor } from "~/records/act.server";
import { afterAct } from "~/records/list-acts.server";
import { orderRecords } from "./orders.server";
import { statusMail } from "./status-mail";
import { orderStages, sameStatus } from "./stages";

const StatusRules = z.object({
  status: choice(orderStages, "Choose a status"),
  note: longText({ max: longestNote }).default(""),
  tell: z.string().optional(),
});

/** Sets the status that a form names. The customer is told by mail where that is asked for, once the change is made. */
export async function setOrderStatus(me: Actor, request: Request, order: Order) {
  const form = await parseForm(request, StatusRules);
  if (!form.ok) return unsaved(form);
  const { status, note, tell } = form.values;
  const name = orderRecords.said([order]);
  const back = orderRecords.href(String(order.id));
  if (order.deletedAt) return redirectWithToast(back, { text: `${name} is in the trash now. Restore it first.`, tone: "error" });
  if (sameStatus(status, order.status)) return unsaved(form, { status: `${name} is ${status.toLowerCase()} already. Choose another status.` });

  const done = await orderRecords.setStatus(me, [order.id], status, note.replace(/\s+/g, " ") || undefined);
  const told = done.ok && done.rows.length > 0 && tell && order.customerEmail;
  if (told) void sendMail(statusMail(order, status));
  return afterAct(done, { back, said: () => `${name} is now ${status.toLowerCase()}${told ? `. A mail to ${order.customerEmail} is on its way` : ""}` });
}

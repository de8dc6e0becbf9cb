/** The form that sets an order's status: why, and whether the customer is told. */
import { randomUUID } from "node:crypto";
import { data } from "@remix-run/node";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { db, type Transaction } from "db";
import { journal, type JournalEntry, type Order } from "db/schema";
import { type ParsedForm, parseForm, rejectForm } from "~/core/form/form.server";
import type { FormState } from "~/core/form/form-state";
import { redirectWithToast } from "~/core/http/respond.server";
import { choice } from "~/core/form/rules";
import { sameStatus, statusWord } from "~/core/values/status";
import { queueMail } from "~/core/mail/mail.server";
import type { Actor } from "~/core/resource/act.server";
import { afterAct } from "~/core/bulk/list-acts.server";
import { note } from "~/core/resource/note";
import { linkFor } from "~/features/customers/customer-mail.server";
import { notifyCustomer } from "~/features/notifications/notify.server";
import { snapshotAt, latestChange } from "~/core/conflict/changes-since.server";
import { orderResource } from "../orders.server";
import { newsOfStatus, statusMail } from "./status-mail.server";
import { orderStages } from "./stages";

const StatusRules = z.object({
  status: choice(orderStages, "Choose a status"),
  note: note(),
  tell: z.string().optional(),
});
type StatusForm = Extract<ParsedForm<z.output<typeof StatusRules>>, { ok: true }>;

/**
 * Sets the status that a form names, unless it is another by now than the form showed; other changes of the order do
 * not matter. An order that went to the trash is restored with it, where the form asks for that. The customer is told
 * by mail where that is asked for, once the change is made.
 */
export async function setOrderStatus(me: Actor, request: Request, found: Order) {
  const form = await parseForm(request, StatusRules);
  if (!form.ok) return rejectForm(form);
  const batch = randomUUID();
  if (found.deletedAt && form.restore) await orderResource.restore(me, [found.id], batch);
  const order = (await orderResource.find(found.id)) ?? found;
  const { status, note, tell } = form.values;
  const name = orderResource.describe([order]);
  const back = orderResource.href(String(order.id));
  if (order.deletedAt)
    return rejectForm(
      form,
      { "": `${name} is in the trash now. Press “Restore and save status” below to take it out of it.` },
      409,
    );
  const seen =
    form.revision === order.revision ? order.status : (await snapshotAt(orderResource, order, form.revision))?.status;
  if (seen === undefined || !sameStatus(seen, order.status)) return overtaken(me, form, order);
  if (sameStatus(status, order.status))
    return rejectForm(form, { status: `${name} is ${statusWord(status)} already. Choose another status.` });

  const also = async (tx: Transaction, [changed]: Order[]) => {
    if (!tell || !changed?.customerEmail) return;
    const link = await linkFor(changed.customerId, { href: back, needs: "orders.view" }, tx);
    await queueMail(tx, statusMail(changed, { status, link }));
    const text = newsOfStatus(changed.id, status);
    await notifyCustomer(tx, "orderMoved", { by: me, customerId: changed.customerId, text, href: back });
  };
  const done = await orderResource.setStatus(me, [order.id], status, { note: note || undefined, seen, also, batch });
  if (!done.ok) return rejectForm(form, done.errors, done.status ?? 409);
  return afterAct(done, { back, said: () => changeSentence(order, status) });
}

const changeSentence = (order: Order, status: string) =>
  `${orderResource.describe([order])} marked as ${statusWord(status)}`;

/** Who set which status while a form was open, when and why. */
export interface Overtaken {
  by: string;
  at: Date;
  note: string | null;
}

/**
 * The answer to a form whose order got another status meanwhile: nothing was changed, and what was chosen and typed is
 * still there, to be saved all the same on top of it. A form that is sent twice is answered as it was the first time,
 * unless it asks for a mail, of which nobody knows whether it was sent.
 */
async function overtaken(me: Actor, form: StatusForm, order: Order) {
  const { status, note, tell } = form.values;
  const last = await latestChange(orderResource, order.id, "status");
  const { fields, errors } = form;
  const again: FormState = { fields, errors, revision: order.revision };
  if (!sameStatus(status, order.status)) {
    const overtaken: Overtaken | null = last ? { by: last.byName, at: last.at, note: last.note } : null;
    return data({ form: again, overtaken }, 409);
  }
  if (!tell && last?.byId === me.id && (last.note ?? "") === note && !last.undoes && (await isAlone(last)))
    return redirectWithToast(orderResource.href(String(order.id)), {
      text: changeSentence(order, status),
      undo: last.batch,
    });
  const who = last ? `: ${last.byName} set it` : "";
  return rejectForm(
    again,
    { status: `${orderResource.describe([order])} is ${statusWord(status)} already${who}. Choose another status.` },
    409,
  );
}

/** Whether a change is all of its act: then the act's undo takes back nothing else. */
const isAlone = async ({ batch }: JournalEntry) => (await db.$count(journal, eq(journal.batch, batch))) === 1;

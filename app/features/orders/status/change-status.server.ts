/** The form that sets an order's status, with a note and an optional mail to the customer. */
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
import type { ActingUser, Actor } from "~/core/resource/act.server";
import { answerIn } from "~/core/bulk/bulk-request.server";
import { afterAct } from "~/core/bulk/list-acts.server";
import { note } from "~/core/form/note";
import { readCompany } from "~/features/company/company.server";
import { linkFor } from "~/features/customers/customer-mail.server";
import { notifyCustomer } from "~/features/notifications/notify.server";
import { snapshotAt, latestChange } from "~/core/conflict/changes-since.server";
import { orderQuestion } from "../invoice-question.server";
import { orderResource } from "../orders.server";
import { newsOfStatus, statusMail } from "./status-mail.server";
import { orderStages } from "./stages";

const StatusRules = z.object({
  status: choice(orderStages, "Choose a status"),
  note: note(),
  tell: z.string().optional(),
  choice: z.string().optional(),
  amounts: z.string().optional(),
});
type StatusForm = Extract<ParsedForm<z.output<typeof StatusRules>>, { ok: true }>;

/**
 * Sets the status that a form requests, optionally mails the customer, and restores an order from the trash if the form
 * asks for it. Rejects the form if the status has changed since it was loaded; other changes do not matter.
 */
export async function setOrderStatus(me: ActingUser, request: Request, found: Order) {
  const form = await parseForm(request, StatusRules);
  if (!form.ok) return rejectForm(form);
  const batch = randomUUID();
  if (found.deletedAt && form.restore) await orderResource.restore(me, [found.id], batch);
  const order = (await orderResource.find(me, found.id)) ?? found;
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
  if (seen === undefined || !sameStatus(seen, order.status)) return conflictResponse(me, form, order);
  if (sameStatus(status, order.status))
    return rejectForm(form, { status: `${name} is ${statusWord(status)} already. Choose another status.` });

  const question = await orderQuestion.of(order, { act: "set", status });
  const answer = question && answerIn(question, { choice: form.values.choice, amounts: form.values.amounts });
  if (answer && "why" in answer)
    return rejectForm(form, { choice: answer.why }, answer.why === "Choose one of these" ? 400 : 409);
  const choice = answer?.choice;

  const also = async (tx: Transaction, [changed]: Order[]) => {
    if (!tell || !changed?.customerEmail) return;
    const link = await linkFor(changed.customerId, { href: back, needs: "orders.view" }, tx);
    await queueMail(tx, statusMail(changed, { status, company: await readCompany(tx), link }));
    const text = newsOfStatus(changed.id, status);
    await notifyCustomer(tx, "orderMoved", { by: me, customerId: changed.customerId, text, href: back });
  };
  const done = await orderResource.setStatus(me, [order.id], status, {
    note: note || undefined,
    seen,
    choice,
    also,
    batch,
  });
  if (!done.ok) return rejectForm(form, done.errors, done.status ?? 409);
  return afterAct(done, { back, said: () => changeSentence(order, status) });
}

const changeSentence = (order: Order, status: string) =>
  `${orderResource.describe([order])} marked as ${statusWord(status)}`;

/** The change of status that happened while a form was open. */
export interface Overtaken {
  by: string;
  at: Date;
  note: string | null;
}

/**
 * Responds to a form whose order has changed status since: returns the entered values with the conflict, so that the
 * user can save anyway. A repeated submission gets the first response again, unless it asks for a mail, which may not
 * have been sent.
 */
async function conflictResponse(me: Actor, form: StatusForm, order: Order) {
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

/** Whether the entry is the only one of its batch, so that undoing the batch reverts nothing else. */
const isAlone = async ({ batch }: JournalEntry) => (await db.$count(journal, eq(journal.batch, batch))) === 1;

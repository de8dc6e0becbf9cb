/** Reads the form of a payment, with the open invoices of the customer that it names. */
import { z } from "zod";
import type { Allocation, Payment } from "db/schema";
import { reauthenticationFields } from "~/auth/reauthentication/reauthentication.server";
import { withChoices } from "~/core/form/choices.server";
import { type ParsedForm, parseForm } from "~/core/form/form.server";
import { fieldText, type FormFields } from "~/core/form/form-state";
import { rowNumbers } from "~/core/form/row-numbers";
import { money } from "~/core/form/rules";
import { referenceText } from "~/core/form/record-reference";
import { parseMoney } from "~/core/values/money";
import { pick } from "~/core/values/pick";
import { unknownPersonError, personFinder, resolvePerson } from "~/features/customers/people-choices.server";
import { creditOf } from "../credit.server";
import { invoicedAs, invoiceRows, type Payer, spreadOver } from "../open-invoices.server";
import { method, PaymentRules } from "../rules.server";
import { valueOf } from "../unallocated";
import { rowFields } from "./form-values";

/** The record that the form was opened for: a payment, or the customer of the invoice that its address names. */
interface FormContext {
  payer?: Payer;
  payment?: Payment;
  /** Whether the form applies customer credit: it has no amount of its own. */
  isCredit?: boolean;
}

const typed = () => z.string().trim().default("");

const formRules = ({ payer, payment, isCredit }: FormContext) =>
  z.object({
    ...PaymentRules.shape,
    ...reauthenticationFields,
    kind: isCredit ? z.literal("credit").catch("credit") : PaymentRules.shape.kind,
    amount: isCredit ? typed().transform(() => 0) : PaymentRules.shape.amount,
    method: method(payment?.method).optional(),
    customer: z
      .string({ error: "Choose a customer" })
      .trim()
      .transform(async (text, context) => {
        const found = await resolvePayer(text, payer);
        if (found) return found;
        context.addIssue({ code: "custom", message: text ? unknownPersonError(text) : "Choose a customer" });
        return z.NEVER;
      }),
    allocations: z.array(z.object({ invoiceId: typed(), amount: typed() })).transform(allocationsOf),
  });

/** Resolves the customer of a payment; that of an invoice may have left the directory. */
async function resolvePayer(text: string, known: Payer | undefined): Promise<Payer | undefined> {
  if (known && text === referenceText(known.customerName, known.customerId))
    return pick(known, "customerId", "customerName");
  const person = text ? await resolvePerson(text) : undefined;
  return person ? { customerId: person.id, customerName: person.name } : invoicedAs(text);
}

/** Returns the rows with an amount, and reports unreadable ones on their fields. */
function allocationsOf(rows: { invoiceId: string; amount: string }[], context: z.RefinementCtx): Allocation[] {
  return rows.flatMap(({ invoiceId, amount }, index) => {
    if (!amount) return [];
    const read = money().safeParse(amount);
    for (const { message } of read.error?.issues ?? [])
      context.addIssue({ code: "custom", path: [index, "amount"], message });
    return read.success && read.data > 0 ? [{ invoiceId, amount: read.data }] : [];
  });
}

type PaymentForm = ParsedForm<Omit<z.output<ReturnType<typeof formRules>>, "customer"> & Payer>;

/**
 * Reads a posted payment as columns. Its button "Show open invoices" saves nothing, but fills in a row for each, with
 * the amount spread over them.
 */
export async function readPaymentForm(request: Request, origin: FormContext = {}): Promise<PaymentForm> {
  const parsed = await parseForm(request, formRules(origin));
  const isShowing = parsed.rows === "find:allocations";
  const payer = await resolvePayer(String(fieldText(parsed, "customer", "")).trim(), origin.payer);
  if (isShowing && payer) {
    const kind = kindIn(parsed.fields, origin);
    const rows = await invoiceRows(payer, { kind, allocations: currentAllocations(origin, kind) });
    const amount = origin.isCredit
      ? await availableCredit(payer, origin.payment)
      : parseMoney(String(parsed.fields.amount ?? ""));
    const shown = amount === undefined || kind === "refund" ? rows : spreadOver(rows, amount);
    const customer = referenceText(payer.customerName, payer.customerId);
    return replaceRows(parsed, { customer, ...rowFields(shown) });
  }
  const asked = isShowing && !parsed.ok ? { ...parsed, rows: "find:customer" } : parsed;
  const form = await withChoices(asked, (field) => (field === "customer" ? personFinder : undefined));
  const fields = { ...form.fields, ...(payer && (await rowDetails(form.fields, payer, origin))) };
  if (!form.ok) return { ...form, fields };
  const { customer, ...values } = form.values;
  const allocations = await capToAmount(values, customer, origin);
  return { ...form, fields, values: { ...values, ...customer, allocations } };
}

/**
 * Returns the allocations of a payment. If it is less than the whole balance that the form suggests for its only
 * invoice, it pays a part of that.
 */
async function capToAmount(
  { kind, amount, allocations }: Pick<Payment, "kind" | "amount" | "allocations">,
  payer: Payer,
  origin: FormContext,
): Promise<Allocation[]> {
  const [only, ...others] = allocations;
  if (kind === "credit") return allocations;
  if (!only || others.length > 0 || only.amount <= amount) return allocations;
  const rows = await invoiceRows(payer, {
    kind,
    allocations: currentAllocations(origin, kind),
    named: [only.invoiceId],
  });
  const isFullBalance = rows.some(({ invoiceId, open }) => invoiceId === only.invoiceId && open === only.amount);
  return isFullBalance ? [{ ...only, amount }] : allocations;
}

const kindIn = (fields: FormFields, { isCredit }: FormContext): Payment["kind"] =>
  isCredit ? "credit" : fields.kind === "refund" ? "refund" : "payment";

/** Returns the credit that a customer has besides what `payment` applies already, in cents. */
export async function availableCredit({ customerId }: Payer, payment?: Payment): Promise<number> {
  if (customerId === null) return 0;
  const own = payment && payment.customerId === customerId && !payment.deletedAt ? valueOf(payment) : 0;
  return Math.max((await creditOf(customerId)) + own, 0);
}

const currentAllocations = ({ payment }: FormContext, kind: Payment["kind"]) =>
  payment?.kind === kind ? payment.allocations : [];

/** Returns a form that saves nothing, with other rows. */
function replaceRows(form: ParsedForm<unknown>, more: FormFields): PaymentForm {
  const others = Object.entries(form.fields).filter(([name]) => !name.startsWith("allocations."));
  const { fields: _, ...rest } = form;
  return {
    ...rest,
    ok: false,
    status: 200,
    rows: "find:allocations",
    errors: {},
    savesNothing: true,
    fields: { ...Object.fromEntries(others), ...more },
  };
}

/** Returns what the rows of a form say of their invoices. */
async function rowDetails(fields: FormFields, payer: Payer, origin: FormContext): Promise<FormFields> {
  const kind = kindIn(fields, origin);
  const numbers = rowNumbers(Object.keys(fields), "allocations");
  const named = numbers.map((number) => String(fields[`allocations.${number}.invoiceId`] ?? ""));
  const rows = await invoiceRows(payer, { kind, allocations: currentAllocations(origin, kind), named });
  return Object.fromEntries(
    numbers.flatMap((number) => {
      const row = rows.find(({ invoiceId }) => invoiceId === fields[`allocations.${number}.invoiceId`]);
      return row
        ? [
            [`allocations.${number}.dueDate`, row.dueDate],
            [`allocations.${number}.open`, String(row.open)],
          ]
        : [];
    }),
  );
}

/** Returns errors of a payment's allocations by the form's rows, which include those without an amount. */
export function errorsByRow(
  errors: Record<string, string>,
  { fields }: { fields: FormFields },
): Record<string, string> {
  const filled = rowNumbers(Object.keys(fields), "allocations").filter(
    (number) => (parseMoney(String(fields[`allocations.${number}.amount`] ?? "")) ?? 0) > 0,
  );
  return Object.fromEntries(
    Object.entries(errors).map(([name, text]) => {
      const [, place] = /^allocations\.(\d+)\.amount$/.exec(name) ?? [];
      return [place === undefined ? name : `allocations.${filled[Number(place)] ?? place}.amount`, text];
    }),
  );
}

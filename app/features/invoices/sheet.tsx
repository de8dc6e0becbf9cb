import type { Invoice, Issuer } from "db/schema";
import { shownCard } from "~/core/values/cards";
import { Facts } from "~/ui/card";
import { Party, Sheet, SheetHead } from "~/ui/sheet";
import { Day } from "~/ui/values/time";
import { Totals } from "~/ui/values/totals";
import type { InvoiceState } from "db/invoice-state";
import { SheetFooter, SheetLines, SheetReasons } from "./sheet-parts";
import { reasonsOf, totalOf } from "./sheet-totals";

type SheetInvoice = Omit<Invoice, "createdAt" | "completedAt" | "deletedAt">;

interface Props {
  invoice: SheetInvoice;
  state: InvoiceState | "void";
  /** The company as the invoice names it. */
  from: Omit<Issuer, "createdAt">;
  /** Its service period in words, if it has one. */
  period?: string;
}

/** The invoice as its customer gets it, on paper too. */
export function InvoiceSheet({ invoice, state, from, period }: Props) {
  const isVoid = state === "void";
  return (
    <Sheet label={`Invoice ${invoice.id}`}>
      <SheetHead
        from={from.name}
        logo={from.logo}
        kind="Invoice"
        number={invoice.id}
        stamp={isVoid ? "Void" : undefined}
      />
      <div className="mt-10 grid gap-8 sm:grid-cols-[1fr_1.4fr_auto] print:mt-8">
        <Party title="From" name={from.name} about={issuerLines(from)} />
        <Party title="Billed to" name={invoice.customerName} about={customerLines(invoice)} />
        <Facts
          className="num content-start"
          facts={[
            { term: "Issued", value: <Day value={invoice.issueDate} /> },
            { term: "Due", value: <Day value={invoice.dueDate} className="font-medium" /> },
            ...(invoice.poNumber ? [{ term: "Your order", value: <bdi>{invoice.poNumber}</bdi> }] : []),
            ...(period ? [{ term: "Service", value: period }] : []),
            { term: "Status", value: <span className="inline-block first-letter:uppercase">{state}</span> },
          ]}
        />
      </div>
      <SheetLines label="Invoice lines" lines={invoice.lines} currency={from.currency} />
      <div className="keep mt-6 flex flex-wrap justify-between gap-8 border-t border-border pt-6">
        <div className="max-w-72 grow basis-44 text-sm text-muted">
          {invoice.status === "complete" ? (
            <PaidWith invoice={invoice} />
          ) : (
            !isVoid && <HowToPay payment={from.payment} />
          )}
          <h2 className="font-medium text-text">Note</h2>
          {invoice.note && (
            <p className="mt-1 wrap-anywhere whitespace-pre-line">
              <bdi>{invoice.note}</bdi>
            </p>
          )}
          <p className="mt-1">
            Please quote <span className="whitespace-nowrap">{invoice.id}</span> with any question.
          </p>
        </div>
        <Totals
          className="ms-auto w-72 content-start max-sm:w-full"
          currency={from.currency}
          {...totalOf(invoice, { isVoid })}
        />
        <SheetReasons reasons={reasonsOf(invoice)} />
      </div>
      <SheetFooter text={from.footer} />
    </Sheet>
  );
}

/** Returns how to reach the company, and its numbers, line by line. */
export const issuerLines = ({ address, website, email, phone, taxNumber, registrationNumber }: Props["from"]) => [
  address,
  website,
  email,
  phone,
  taxNumber && `Tax number ${taxNumber}`,
  registrationNumber && `Registration number ${registrationNumber}`,
];

type BilledCustomer = Pick<
  Invoice,
  "customerName" | "customerCompany" | "billingAddress" | "billingEmail" | "billingPhone" | "customerTaxNumber"
>;

/** Returns how to reach a customer, line by line. */
export const customerLines = (customer: BilledCustomer) => [
  companyOf(customer),
  addressOf(customer),
  customer.billingEmail,
  customer.billingPhone,
  customer.customerTaxNumber && `Tax number ${customer.customerTaxNumber}`,
];

/** Returns the billing address without a first line that repeats the customer's name, which is printed above it. */
const addressOf = ({ customerName, billingAddress }: BilledCustomer) => {
  const [first = "", ...rest] = billingAddress.split("\n");
  return first.trim() === customerName ? rest.join("\n") : billingAddress;
};

/** The customer's company, unless their address names it already. */
const companyOf = ({ customerCompany, billingAddress }: BilledCustomer) =>
  billingAddress.split("\n").some((line) => line.trim() === customerCompany) ? undefined : customerCompany;

function HowToPay({ payment }: { payment: string }) {
  if (!payment) return null;
  return (
    <>
      <h2 className="font-medium text-text">How to pay</h2>
      <p className="mt-1 mb-4 whitespace-pre-line">
        <bdi>{payment}</bdi>
      </p>
    </>
  );
}

function PaidWith({ invoice: { paymentMethod, cardNo, cardHolder } }: { invoice: SheetInvoice }) {
  if (!paymentMethod && !cardNo && !cardHolder) return null;
  return (
    <>
      <h2 className="font-medium text-text">Paid with</h2>
      <p className="mt-1 mb-4">
        {paymentMethod}
        {paymentMethod && cardNo && ", "}
        {cardNo && <bdi className="num whitespace-nowrap">{shownCard(cardNo)}</bdi>}
        {cardHolder && (
          <span className="block">
            Cardholder <bdi>{cardHolder}</bdi>
          </span>
        )}
      </p>
    </>
  );
}

import { Card, CardBody } from "~/ui/card";

const examples = [
  { ask: "amara okafor", text: "Every word must stand somewhere, whatever its case and marks." },
  { ask: '"on sundays"', text: "Words in quotes stand side by side." },
  { ask: "#12, INV-0012", text: "A number leads straight to its order, invoice, payment, credit note or ticket." },
  { ask: "status:pending", text: "By a filter of the list: status, role, category, priority and so on." },
  {
    ask: "customer:amara",
    text: "By a person: customer, assignee, requester or person, with as much of the name as is one person's alone.",
  },
  { ask: "288.60", text: "An amount finds the orders, invoices, payments and credit notes over it." },
  { ask: "total>100", text: "By an amount or a number: total, price, stock, rating, with :, <, <=, > or >=." },
  {
    ask: "due<today",
    text: "By a day: created, issued, due, completed, delivered, updated; days are 2026-11-21, 2026-11, today, yesterday, tomorrow, -7d, or as filters call them: this-month, last-30-days.",
  },
];

/** Help for the search syntax, which all search boxes share. */
export function SearchHelp() {
  return (
    <Card title="What you can ask for" sub="The search boxes of the lists take the same.">
      <CardBody>
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[max-content_1fr]">
          {examples.map(({ ask, text }) => (
            <div key={ask} className="contents">
              <dt>
                <code className="code">{ask}</code>
              </dt>
              <dd className="text-muted max-sm:mb-1">{text}</dd>
            </div>
          ))}
        </dl>
      </CardBody>
    </Card>
  );
}

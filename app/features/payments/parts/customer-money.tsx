import type { SerializeFrom } from "@remix-run/node";
import { Card, CardBody, Facts } from "~/ui/card";
import { RecordList } from "~/ui/list/record-list";
import { Money } from "~/ui/values/money";
import { Day } from "~/ui/values/time";
import type { customerMoney } from "../customer-money.server";

type CustomerMoneyView = SerializeFrom<NonNullable<Awaited<ReturnType<typeof customerMoney>>>>;

/** A customer's balance and credit, and their latest documents and payments. */
export function CustomerMoney({ money }: { money: CustomerMoneyView | undefined }) {
  if (!money) return null;
  const { facts, count, latest, href, record, useCredit } = money;
  return (
    <>
      <Card
        title="Account"
        aside={
          record && (
            <span className="flex flex-wrap gap-4">
              {useCredit && (
                <a className="link reach text-sm" href={useCredit}>
                  Use credit
                </a>
              )}
              <a className="link reach text-sm" href={record}>
                Record payment
              </a>
            </span>
          )
        }
      >
        <CardBody>
          <Facts className="num" facts={facts.map(({ term, cents }) => ({ term, value: <Money cents={cents} /> }))} />
        </CardBody>
      </Card>
      <RecordList
        title="Documents and payments"
        empty="No documents yet."
        more={{ text: `All payments (${count})`, href }}
        records={latest.map(({ name, date, detail, ...record }) => ({
          ...record,
          title: name,
          when: (
            <>
              <Day value={date} />
              {detail && `, ${detail}`}
            </>
          ),
        }))}
      />
    </>
  );
}

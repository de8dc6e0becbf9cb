/** The cards of an order's page. */
import type { ReactNode } from "react";
import type { Order, OrderItem } from "db/schema";
import { formatNumber } from "~/core/values/noun";
import { shownCard } from "~/core/values/cards";
import { Avatar } from "~/ui/values/avatar";
import { Card, CardBody, Facts } from "~/ui/card";
import { Icon } from "~/ui/icons/icon";
import { LineTable } from "~/ui/list/line-table";
import { Email } from "~/ui/values/email";
import { Money } from "~/ui/values/money";
import { Thumb } from "~/ui/values/thumb";
import { Totals } from "~/ui/values/totals";
import { addressOf } from "./address";

type Sum = Pick<
  Order,
  "items" | "subTotalAmount" | "discountAmount" | "shippingChargeAmount" | "taxAmount" | "includesTax" | "totalAmount"
>;

/** The order's items and totals. `known` holds the ids of the products that still exist. */
export function Items({ order, count, known }: { order: Sum; count: string; known: number[] }) {
  return (
    <Card title="Items" aside={<span className="text-sm text-muted">{count}</span>}>
      <LineTable
        label="Items"
        lines={order.items}
        columns={[
          {
            label: "Product",
            as: "name",
            cell: (item) => <Product item={item} isKnown={item.id !== null && known.includes(item.id)} />,
          },
          { label: "Price", as: "price", cell: ({ price }) => <Money cents={price} /> },
          { label: "Qty", as: "quantity", cell: ({ quantity }) => formatNumber(quantity) },
          { label: "Total", as: "total", cell: ({ price, quantity }) => <Money cents={price * quantity} /> },
        ]}
      />
      <div className="rounded-b-lg border-t border-border bg-surface-sunken px-5 py-4">
        <Totals
          className="ms-auto max-w-72"
          parts={[
            { label: "Subtotal", cents: order.subTotalAmount },
            { label: "Discount", cents: 0 - order.discountAmount },
            { label: "Shipping", cents: order.shippingChargeAmount },
            { label: order.includesTax ? "Tax, included" : "Tax", cents: order.taxAmount },
          ]}
          total={order.totalAmount}
        />
      </div>
    </Card>
  );
}

function Product({ item: { id, name, image }, isKnown }: { item: OrderItem; isKnown: boolean }) {
  return (
    <div className="flex items-center gap-3">
      <Thumb src={image} />
      <a className="primary-cell min-w-0" href={isKnown ? `/products/${id}/overview` : undefined}>
        <bdi>{name}</bdi>
      </a>
    </div>
  );
}

interface CustomerProps {
  order: Pick<
    Order,
    "customerId" | "customerName" | "customerCompany" | "customerEmail" | "customerPhone" | "customerImage"
  >;
  /** Whether the customer is still in the directory. */
  known: boolean;
  /** Number of the customer's orders and the link to them; undefined for a guest. */
  placed?: { text: string; href: string };
}

/** The customer as copied to the order when it was placed. */
export function Customer({ order, known, placed }: CustomerProps) {
  return (
    <Card
      title="Customer"
      aside={
        known && (
          <a className="link reach text-sm" href={`/users/${order.customerId}`}>
            View
          </a>
        )
      }
    >
      <CardBody>
        <div className="flex items-center gap-3">
          <Avatar
            size="lg"
            person={{ id: order.customerId ?? 0, name: order.customerName, image: order.customerImage }}
          />
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">
              <bdi>{order.customerName}</bdi>
            </p>
            {order.customerCompany && (
              <p className="text-sm wrap-anywhere">
                <bdi>{order.customerCompany}</bdi>
              </p>
            )}
            <p className="text-sm text-muted">
              {placed ? (
                <a className="link reach" href={placed.href}>
                  {placed.text}
                </a>
              ) : (
                "Not in the directory"
              )}
            </p>
          </div>
        </div>
        <ul className="mt-4 grid gap-2 text-sm">
          {order.customerEmail && (
            <Contact icon="mail" href={`mailto:${order.customerEmail}`}>
              <Email address={order.customerEmail} />
            </Contact>
          )}
          {order.customerPhone && (
            <Contact icon="phone" href={`tel:${order.customerPhone.replace(/[^\d+]/g, "")}`}>
              <bdi className="num">{order.customerPhone}</bdi>
            </Contact>
          )}
        </ul>
      </CardBody>
    </Card>
  );
}

function Contact({ icon, href, children }: { icon: "mail" | "phone"; href: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2.5">
      <Icon name={icon} className="text-subtle" />
      <a className="reach min-w-0 underline-offset-2 wrap-anywhere hover:underline" href={href}>
        {children}
      </a>
    </li>
  );
}

/** The order's payment details. Only the last four digits of a card are stored. */
export function Payment({ order }: { order: Pick<Order, "paymentMethod" | "cardNumber" | "paymentId"> }) {
  const facts = [
    { term: "Method", value: order.paymentMethod || "–" },
    ...(order.cardNumber && !/^paypal$/i.test(order.paymentMethod ?? "")
      ? [{ term: "Card", value: <bdi>{shownCard(order.cardNumber)}</bdi> }]
      : []),
    ...(order.paymentId ? [{ term: "Reference", value: <span className="code">{order.paymentId}</span> }] : []),
  ];
  return (
    <Card title="Payment">
      <CardBody>
        <Facts className="num" facts={facts} />
      </CardBody>
    </Card>
  );
}

export function Addresses({
  order,
}: {
  order: Pick<Order, "shipping" | "billing" | "customerName" | "customerCompany">;
}) {
  const [shipping, billing] = [addressOf(order, order.shipping), addressOf(order, order.billing)];
  return (
    <Card title="Addresses">
      <CardBody className="grid gap-4">
        <Address title="Shipping" text={shipping || "None was given"} />
        <Address
          title="Billing"
          text={billing && billing === shipping ? "Same as shipping" : billing || "None was given"}
        />
      </CardBody>
    </Card>
  );
}

function Address({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h3 className="text-sm font-medium">{title}</h3>
      <address className="mt-1 text-sm leading-5 whitespace-pre-line text-muted not-italic wrap-anywhere">
        {text}
      </address>
    </div>
  );
}

import type { PaymentMethod } from "db/schema";
import { Badge } from "~/ui/values/badge";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { Icon } from "~/ui/icons/icon";
import { Form } from "~/ui/owned-form";
import { cardTitle, expiryText } from "./card";

type ShownCard = Pick<
  PaymentMethod,
  "id" | "brand" | "lastFour" | "expiryMonth" | "expiryYear" | "holder" | "isDefault"
> & { expired: boolean };

/** The cards that can be charged. */
export function Cards({ cards }: { cards: ShownCard[] }) {
  const add = (
    <ButtonLink variant="outline" size="sm" icon="plus" href="/settings/plan-billing/cards/create">
      Add card
    </ButtonLink>
  );
  return (
    <Card heading="h3" title="Payment methods" sub="The default card is charged" aside={add}>
      {cards.length === 0 ? (
        <CardBody className="text-muted">There is no card yet. A plan that costs something needs one.</CardBody>
      ) : (
        <ul className="divide-y divide-border">
          {cards.map((card) => (
            <OneCard key={card.id} card={card} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function OneCard({ card }: { card: ShownCard }) {
  const path = `/settings/plan-billing/cards/${card.id}`;
  const title = cardTitle(card);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4">
      <span className="grid size-9 flex-none place-items-center rounded-lg bg-neutral-tint text-muted">
        <Icon name="credit-card" />
      </span>
      <CardFacts card={card} />
      <div className="flex gap-2">
        {!card.isDefault && (
          <Form method="post" action={`${path}/default`}>
            <Button size="sm" variant="outline" aria-label={`Make default: ${title}`}>
              Make default
            </Button>
          </Form>
        )}
        <ButtonLink
          size="sm"
          variant="outline"
          color="error"
          icon="trash-2"
          href={`${path}/remove`}
          aria-label={`Remove ${title}`}
        >
          Remove
        </ButtonLink>
      </div>
    </li>
  );
}

/** The details that identify a card. */
export function CardFacts({ card }: { card: Omit<ShownCard, "id"> }) {
  return (
    <div className="min-w-0 flex-1 basis-56">
      <h4 className="flex flex-wrap items-center gap-2 font-medium">
        {cardTitle(card)}
        {card.isDefault && <Badge family="primary">Default</Badge>}
        {card.expired && (
          <Badge family="error" icon="circle-alert">
            Expired
          </Badge>
        )}
      </h4>
      <p className="text-sm text-muted wrap-anywhere">
        <bdi>{card.holder}</bdi>, {card.expired ? "expired" : "expires"} <bdi className="num">{expiryText(card)}</bdi>
      </p>
    </div>
  );
}

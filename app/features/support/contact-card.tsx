import { Card, CardBody } from "~/ui/card";
import { Icon } from "~/ui/icons/icon";
import { Email } from "~/ui/values/email";
import type { channels } from "./channels.server";

interface StillStuckProps {
  channels: Awaited<ReturnType<typeof channels>>;
  /** Whether the card is shown next to the contact form. */
  here?: boolean;
}

/** Support contacts, shown if no answer helped. */
export function StillStuck({ channels: { email, phone, answered }, here }: StillStuckProps) {
  return (
    <Card title={here ? "What to expect" : "Still stuck?"} bare>
      <CardBody className="pt-1!">
        <p className="text-sm text-muted">
          {here ? (
            "You hear from us in the ticket, and by mail."
          ) : (
            <>
              <a className="link" href="/support/contact">
                Write to us
              </a>
              .
            </>
          )}
          {answered && ` The first answer usually comes in ${answered}, on working days.`}
        </p>
        {(email || phone) && (
          <ul className="mt-3 grid gap-2 text-sm">
            {email && (
              <li className="flex items-center gap-2.5">
                <Icon name="mail" className="text-subtle" />
                <a className="link reach" href={`mailto:${email}`}>
                  <Email address={email} />
                </a>
              </li>
            )}
            {phone && (
              <li className="flex items-center gap-2.5">
                <Icon name="phone" className="text-subtle" />
                <a className="link reach" href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
                  <bdi className="num">{phone}</bdi>
                </a>
              </li>
            )}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}

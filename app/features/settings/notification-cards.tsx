import { useContext } from "react";
import { type FormState, fieldValues } from "~/core/form/form-state";
import { useMay } from "~/core/access/may";
import { digestNeeds, events } from "~/features/notifications/events";
import type { preferenceFields } from "~/features/notifications/preferences-form";
import { clock, weekdays } from "~/features/notifications/preferences";
import { Card, CardBody } from "~/ui/card";
import { SelectField } from "~/ui/form/fields";
import { TimeZone } from "~/ui/values/time";

interface CardProps {
  chosen: ReturnType<typeof preferenceFields>;
  form?: FormState;
}

/** A row per event with a checkbox for each channel. */
export function Events({ chosen, form, email }: CardProps & { email: string }) {
  const may = useMay();
  return (
    <Card
      heading="h3"
      title="Events"
      sub={
        <>
          Mails go to <bdi className="break-words">{email}</bdi>.
        </>
      }
    >
      <table className="table notices">
        <caption className="sr-only">What you are told of, and how</caption>
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col" id="in-app">
              In the app
            </th>
            <th scope="col" id="by-email">
              E-mail
            </th>
          </tr>
        </thead>
        <tbody>
          {events
            .filter(({ needs }) => may(needs))
            .map((event) => (
              <tr key={event.name}>
                <th scope="row">
                  <span className="block">{event.title}</span>
                  <span className="block text-sm font-normal text-muted">
                    {event.text}
                    {"mailedAlways" in event && ` ${event.mailedAlways}`}
                  </span>
                </th>
                <td>
                  <Box
                    name="inApp"
                    event={event.name}
                    label={`${event.title}, in the app`}
                    ticked={fieldValues(form, "inApp", chosen.inApp)}
                  />
                </td>
                <td>
                  <Box
                    name="byEmail"
                    event={event.name}
                    label={`${event.title}, by e-mail`}
                    ticked={fieldValues(form, "byEmail", chosen.byEmail)}
                    always={"mailedAlways" in event}
                  />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </Card>
  );
}

interface BoxProps {
  name: string;
  event: string;
  label: string;
  ticked: readonly string[];
  always?: boolean;
}

/** All of its cell can be pressed. */
function Box({ name, event, label, ticked, always = false }: BoxProps) {
  return (
    <label className="grid min-h-9 min-w-9 cursor-pointer place-items-center">
      <input
        type="checkbox"
        className="check"
        name={name}
        value={event}
        aria-label={label}
        defaultChecked={always || ticked.includes(event)}
        disabled={always}
      />
    </label>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), title: clock(hour) }));
const days = [1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: String(day), title: weekdays[day] ?? "" }));

export function Digest({ chosen, form }: CardProps) {
  const may = useMay();
  if (!digestNeeds.some(may)) return <NoDigest chosen={chosen} />;
  return (
    <Card
      heading="h3"
      title="Weekly digest"
      sub="New orders of the week, and what is overdue, low in stock or waiting. When there is nothing to say, no mail comes."
    >
      <CardBody className="grid gap-4 sm:grid-cols-2">
        <SelectField
          form={form}
          name="digestDay"
          label="Day"
          placeholder="Off"
          options={days}
          defaultValue={chosen.digestDay}
        />
        <SelectField
          form={form}
          name="digestHour"
          label="Hour"
          options={hours}
          defaultValue={chosen.digestHour}
          hint={<Zone />}
        />
      </CardBody>
    </Card>
  );
}

/** Keeps the digest settings of a user for whom the digest would be empty. */
const NoDigest = ({ chosen: { digestDay, digestHour } }: Pick<CardProps, "chosen">) => (
  <>
    <input type="hidden" name="digestDay" value={digestDay} />
    <input type="hidden" name="digestHour" value={digestHour} />
  </>
);

export function QuietHours({ chosen, form }: CardProps) {
  const hasDigest = digestNeeds.some(useMay());
  return (
    <Card
      heading="h3"
      title="Quiet hours"
      sub={`Mails about events wait until these hours are over, and come as one. Mails about your invoices, your orders and your account's security${hasDigest ? ", and the digest," : ""} are sent at once.`}
    >
      <CardBody className="grid gap-4 sm:grid-cols-2">
        <SelectField
          form={form}
          name="quietFrom"
          label="From"
          placeholder="Off"
          options={hours}
          defaultValue={chosen.quietFrom}
        />
        <SelectField
          form={form}
          name="quietTo"
          label="Until"
          options={hours}
          defaultValue={chosen.quietTo}
          hint={<Zone />}
        />
      </CardBody>
    </Card>
  );
}

function Zone() {
  return <>Hours are those of the time zone {useContext(TimeZone)}.</>;
}

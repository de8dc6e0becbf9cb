import type { SocialLink } from "db/schema";
import type { FormState } from "~/core/form/form-state";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { SelectField, TextField } from "~/ui/form/fields";
import { type Row, Rows } from "~/ui/form/rows";
import { maxAddressLength, maxLinks, networks } from "~/features/users/profile/networks";

interface Props {
  form?: FormState;
  links: SocialLink[];
}

/** Links in their order, each a network and an address: to be added, moved and removed. */
export function LinkRows({ form, links }: Props) {
  return (
    <Rows
      name="links"
      noun={{ one: "link", many: "links" }}
      form={form}
      record={links}
      calledBy="url"
      frame={({ rows, add, error }) => (
        <Card
          heading="h3"
          title="Your links"
          sub={`Up to ${maxLinks}. An address must be one of its network, and begin with https://.`}
          aside={add}
        >
          <CardBody className="grid gap-5">
            {rows}
            {error}
          </CardBody>
        </Card>
      )}
    >
      {(row) => <LinkRow row={row} form={form} />}
    </Rows>
  );
}

/** A row of a link. In the layout with columns, labels are visible only in the first row. */
function LinkRow({ row, form }: { row: Row; form?: FormState }) {
  const label = (text: string) => (
    <span className={row.index > 0 ? "sm:sr-only" : undefined}>
      {text} <span className="sr-only">{row.index + 1}</span>
    </span>
  );
  return (
    <div
      role="group"
      aria-label={`Link ${row.index + 1}`}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 max-sm:not-last:border-b max-sm:not-last:border-border max-sm:not-last:pb-5 sm:grid-cols-[10rem_minmax(0,1fr)_auto]"
    >
      <SelectField
        form={form}
        name={row.name("network")}
        label={label("Network")}
        placeholder="Choose a network"
        options={networks}
        defaultValue={row.value("network")}
      />
      <TextField
        form={form}
        name={row.name("url")}
        type="url"
        label={label("Address")}
        defaultValue={row.value("url")}
        placeholder="https://"
        maxLength={maxAddressLength}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        className="max-sm:col-span-2"
      />
      <div
        className={`flex max-sm:col-start-2 max-sm:row-start-1 max-sm:mt-6 ${row.index === 0 ? "sm:mt-6" : "sm:mt-1.5"}`}
      >
        <Button variant="ghost" size="icon" icon="arrow-up" {...row.up} />
        <Button variant="ghost" size="icon" icon="arrow-down" {...row.down} />
        <Button variant="ghost" size="icon" icon="x" {...row.remove} />
      </div>
    </div>
  );
}

import { Form } from "@remix-run/react";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { SaveBar } from "~/ui/form";

interface Props {
  /** The record, as people call it. */
  name: string;
  /** The fields that can be chosen, in this order, with their labels. */
  labels: Record<string, string>;
  /** What this person typed. */
  mine: Record<string, string | string[]>;
  /** The record as it is now, after someone else's change. */
  theirs: Record<string, unknown> & { revision: number };
}

/**
 * Two people changed one record: shows both versions of every field that differs and lets the later one choose. It posts the
 * chosen values as the ordinary form would, on top of the newer revision, and needs no JavaScript.
 */
export function Conflict({ name, labels, mine, theirs }: Props) {
  const names = Object.keys(labels).filter((field) => mine[field] !== undefined);
  const differs = names.filter((field) => asText(mine[field]) !== asText(theirs[field]));
  return (
    <Form method="post" encType="multipart/form-data" className="grid gap-5">
      <Alert family="warning" role="alert">
        <strong>{name} was changed by someone else while you were editing.</strong> Nothing has been overwritten. Choose what to keep for each field, then save.
      </Alert>
      <input type="hidden" name="revision" value={theirs.revision} />
      {names
        .filter((field) => !differs.includes(field))
        .map((field) => (
          <input key={field} type="hidden" name={field} value={asText(mine[field])} />
        ))}
      <Card title="Which version?">
        <CardBody className="grid gap-6">
          {differs.map((field) => (
            <fieldset key={field} className="grid gap-2 sm:grid-cols-2">
              <legend className="label mb-1.5">{labels[field]}</legend>
              <Version field={field} value={asText(mine[field])} whose="Yours" checked />
              <Version field={field} value={asText(theirs[field])} whose="Theirs" />
            </fieldset>
          ))}
          {differs.length === 0 && <p>Both versions say the same. Saving changes nothing.</p>}
        </CardBody>
      </Card>
      <SaveBar>
        <ButtonLink variant="ghost" href="">
          Keep theirs
        </ButtonLink>
        <Button type="submit">Save my choice</Button>
      </SaveBar>
    </Form>
  );
}

function Version({ field, value, whose, checked = false }: { field: string; value: string; whose: string; checked?: boolean }) {
  return (
    <label className="choice">
      <input type="radio" className="radio" name={field} value={value} defaultChecked={checked} />
      <span className="min-w-0">
        <span className="block text-sm text-muted">{whose}</span>
        {value.startsWith("/") ? <img src={value} alt="" className="size-12 rounded-md" /> : <bdi className="break-words">{value || "(empty)"}</bdi>}
      </span>
    </label>
  );
}

const asText = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

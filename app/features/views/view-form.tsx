import type { ReactNode } from "react";
import type { FormState } from "~/core/form/form-state";
import { Card, CardBody } from "~/ui/card";
import { CheckboxField, RadioField } from "~/ui/form/choices";
import { RequiredNote } from "~/ui/form/form";
import { RecordField } from "~/ui/form/record-field";
import { RecordForm } from "~/ui/form/record-form";
import { viewFields, viewNoun } from "./fields";
import type { Described } from "./describe-view.server";

interface ViewFormProps {
  /** Description of the view's query. */
  shows: Pick<Described, "title" | "href" | "parts">;
  /** Hidden fields for a new view: its list and the list's query. */
  of?: { path: string; search: string };
  view?: { name: string; shared: boolean; revision: number; deletedAt: Date | null };
  form?: FormState;
  formKey?: string;
  children?: ReactNode;
}

/** The form for a new view, or for one that exists. */
export function ViewForm({ shows, of, view, form, formKey, children }: ViewFormProps) {
  return (
    <RecordForm
      noun={viewNoun}
      list={of ? shows.href : "/views"}
      record={view}
      form={form}
      formKey={formKey}
      after={children}
    >
      <Card title="View" bare aside={<RequiredNote />}>
        <CardBody className="grid gap-4">
          {of &&
            Object.entries(of).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
          <Shows shows={shows} />
          <RecordField
            of={viewFields.name}
            value={view?.name}
            form={form}
            first
            hint="Such as “New orders of this week”."
          />
          <RadioField
            form={form}
            name="shared"
            label={viewFields.shared.label}
            required
            defaultValue={view?.shared ? "yes" : "no"}
            options={[
              { value: "no", title: "Only me", description: "Nobody else finds it, nor what happens to it." },
              { value: "yes", title: "Everybody", description: "Others can open and pin it. Only you can change it." },
            ]}
          />
          {of && (
            <CheckboxField
              form={form}
              name="pinned"
              label="Pin it in my menu"
              hint="It stands beneath the menu, with how many rows it shows."
            />
          )}
        </CardBody>
      </Card>
    </RecordForm>
  );
}

/** A view's list and filters, in the words of the list's chips. */
export function Shows({ shows: { title, href, parts } }: { shows: Pick<Described, "title" | "href" | "parts"> }) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <a className="link font-medium" href={href}>
        {title}
      </a>
      {parts.length === 0 && <span className="text-muted">All of them, as they come</span>}
      {parts.length > 0 && (
        <ul className="contents" aria-label="What it shows">
          {parts.map((part) => (
            <li key={part} className="badge max-w-full">
              <bdi className="min-w-0 truncate">{part}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

import { useSearchParams } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { Ticket } from "db/schema";
import { fieldError, fieldId, type FormState, fieldText } from "~/core/form/form-state";
import { Button, buttonClass } from "~/ui/button";
import { TextareaField } from "~/ui/form/fields";
import { ErrorSummary } from "~/ui/form/form";
import { Icon } from "~/ui/icons/icon";
import { Time } from "~/ui/values/time";
import { Form } from "~/ui/owned-form";
import { AttachButton, type Refused, WaitingFiles } from "../attachments/attach";
import { CannedPicker } from "./canned-picker";
import { maxAttachmentBytes, maxAttachments } from "../limits";
import { MeanwhileHint } from "./presence";
import { SendButtons } from "./send-buttons";
import { useDock } from "./use-dock";
import { useDraft } from "./use-draft";
import { useMeanwhile } from "./use-meanwhile";
import type { replyFormOf } from "./writing.server";

/** Initial data of the reply form from the server. */
export type Writing = Awaited<ReturnType<typeof replyFormOf>>;

export interface ReplyFieldsProps {
  ticket: Pick<Ticket, "id" | "revision" | "status" | "requesterName" | "mergedInto">;
  /** Initial data of the form. */
  writing: Writing;
  /** The last message that the reader has seen; 0 when there is none. */
  seen: number;
  /** The last message of all. It is another one once new messages stand on a later page. */
  newest: number;
  form?: FormState;
}

/** The form for a reply or a note. Change its `key` after sending to reset it. */
export function ReplyFields({ ticket, writing, seen, newest, form }: ReplyFieldsProps) {
  const page = `/support/tickets/${ticket.id}`;
  const list = useSearchParams()[0].get("list");
  const inList = list === null ? "" : `?${new URLSearchParams({ list })}`;
  const element = useRef<HTMLFormElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const draft = useDraft(`${page}/draft`, element, writing.savedAt);
  const { saveSoon } = draft;
  useDock(element);
  useEffect(() => {
    if (form?.signedOut) saveSoon(); // it was taken for sent
  }, [form, saveSoon]);
  const meanwhile = useMeanwhile(ticket, newest, writing.writers, form !== undefined);
  const [refused, setRefused] = useState<Refused>();
  // The status that "Then set to" was rendered with. It stays until the next form, because an error names the new one.
  const [shown, setShown] = useState({ form, status: ticket.status });
  if (shown.form !== form) setShown({ form, status: ticket.status });
  const { mayNote, files } = writing;
  const savedAt = draft.savedAt ?? writing.savedAt;
  const isLate = fieldError(form, "") !== undefined && String(fieldText(form, "seen", seen)) !== String(seen);

  function insert(text: string) {
    const box = element.current?.querySelector("textarea");
    box?.focus();
    if (!box || !text) return;
    const before = box.value.slice(0, box.selectionStart).trimEnd();
    const after = box.value.slice(box.selectionEnd).replace(/^(?:[ \t]*\n)+|^[ \t]+/, "");
    const [above, below] = [before, after].map((rest) => rest && "\n\n");
    box.setRangeText(above + text + below, before.length, box.value.length - after.length, "end");
    draft.saveSoon();
  }

  return (
    <section aria-label="Write" className="reply-dock mt-5 ms-11.5 max-sm:ms-0 no-print">
      <MeanwhileHint {...meanwhile} isOnLaterPage={seen !== newest} />
      <Form
        ref={element}
        method="post"
        action={page + inList}
        encType="multipart/form-data"
        noValidate
        preventScrollReset
        className="card reply-form"
        onInput={draft.saveSoon}
        onSubmit={draft.end}
      >
        {/* Enter presses a form's first button: this one sends. Not `hidden`, or some browsers pass it over. */}
        <button className="sr-only" tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="key" value={form?.key ?? writing.formKey} />
        <input type="hidden" name="seen" value={seen} />
        <input type="hidden" name="draftsOf" value={writing.draftsOf} />
        <input type="hidden" name="seenStatus" value={shown.status} />
        <div className="grid grid-cols-1 gap-3.5 p-4">
          <ErrorSummary form={form} what="Nothing was sent." className="mb-0!" />
          {mayNote && (
            <div className="flex flex-wrap items-center justify-between gap-3">
              <WhoReads internal={Boolean(fieldText(form, "internal", writing.internal ? "on" : ""))} />
              <CannedPicker canned={writing.canned} onInsert={insert} />
            </div>
          )}
          <div className="as-note">
            <p className="flex gap-2 text-sm text-warning-text">
              <Icon name="lock" className="mt-0.5" />
              <span className="min-w-0 wrap-anywhere">
                For your team only: <bdi>{ticket.requesterName}</bdi> does not see it, and gets no mail.
              </span>
            </p>
          </div>
          <TextareaField
            form={form}
            name="body"
            label={
              <>
                <span className="as-reply">Your reply</span>
                <span className="as-note">Your note</span>
              </>
            }
            rows={5}
            dir="auto"
            placeholder={mayNote ? `Write to ${ticket.requesterName}…` : "Write to support…"}
            defaultValue={writing.body}
            hint={`**bold**, *italic*, lists with -, quotes with > and links work. Up to ${maxAttachments} files of ${maxAttachmentBytes / 1024 / 1024} MB: pictures, PDF, Office, text, ZIP.`}
          />
          <WaitingFiles form={form} files={files} refused={refused} onRefused={setRefused} />
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <button
              ref={keep}
              name="keep"
              value="draft"
              formNoValidate
              className={buttonClass({ variant: "ghost", size: "sm" }, "flush-start")}
            >
              Save draft
            </button>
            {(savedAt || files.length > 0) && (
              <Button form={discardId} variant="ghost" size="sm">
                Discard draft
              </Button>
            )}
            <span role="status" className={draft.problem && "text-error-text"}>
              {draft.problem ??
                (savedAt && (
                  <>
                    Draft saved <Time value={savedAt} relative />
                  </>
                ))}
            </span>
          </p>
        </div>
        <div className="card-foot flex flex-wrap items-center gap-2 px-4!">
          <AttachButton form={form} files={files} keep={keep} onRefused={setRefused} />
          <div className="ms-auto flex flex-wrap items-center justify-end gap-2">
            {!ticket.mergedInto && <ThenSetTo ticket={ticket} form={form} writing={writing} />}
            <SendButtons ticket={ticket} isLate={isLate} />
          </div>
        </div>
      </Form>
      <Form
        reloadDocument
        id={discardId}
        method="post"
        action={`${page}/draft/discard${inList}`}
        onSubmit={draft.end}
      />
    </section>
  );
}

const discardId = "discard-draft";

/** Chooses between a reply to all participants and an internal note. */
function WhoReads({ internal }: { internal: boolean }) {
  return (
    <fieldset className="seg" id={fieldId("internal")}>
      <legend className="sr-only">Who reads it</legend>
      {[
        ["", "Reply"],
        ["on", "Internal note"],
      ].map(([value, title]) => (
        <label key={value}>
          <input type="radio" name="internal" value={value} defaultChecked={internal === Boolean(value)} />
          {title}
        </label>
      ))}
    </fieldset>
  );
}

/** Chooses the status to set with a reply. */
function ThenSetTo({
  ticket,
  form,
  writing: { mayNote, statuses },
}: {
  ticket: Pick<Ticket, "status">;
  form?: FormState;
  writing: Writing;
}) {
  return (
    <div className="as-reply">
      <label className="flex items-center gap-2 text-sm text-muted">
        Then set to
        <select
          name="status"
          className="input input-sm w-32!"
          defaultValue={fieldText(form, "status", mayNote && ticket.status === "Open" ? "Pending" : "")}
        >
          <option value="">{mayNote ? "No change" : "Open"}</option>
          {statuses.map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

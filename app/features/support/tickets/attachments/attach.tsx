import { type ChangeEvent, type RefObject, useEffect, useRef } from "react";
import { emptyFile, fieldError, fieldId, type FormState, uploadSizeError } from "~/core/form/form-state";
import { Button, buttonClass } from "~/ui/button";
import { FieldNotes } from "~/ui/form/field";
import { Icon } from "~/ui/icons/icon";
import { AttachedFiles } from "./attached-files";
import type { Attached } from "./attachments.server";
import { attachmentTypes, inBytes, maxAttachmentBytes, needsDecision } from "../limits";

/** Files that were not sent to the server at all. */
export interface Refused {
  why: string;
  /** Whether the other files were stored, so that nothing blocks sending any more. */
  isOver: boolean;
  /** The answer of the server that stood there then: what it refused is no longer what was chosen. */
  after: FormState | undefined;
}

interface AttachProps {
  form?: FormState;
  /** The files that wait to be sent. */
  files: Attached[];
  /** The button that saves the form as a draft. */
  keep: RefObject<HTMLButtonElement>;
  /** Called with files rejected in the browser, or undefined once others are chosen. */
  onRefused(refused: Refused | undefined): void;
}

/** Button to choose files. With scripts they upload immediately, without them on the next submit. */
export function AttachButton({ form, files, keep, onRefused }: AttachProps) {
  const field = useRef<HTMLInputElement>(null);
  // Files that were stored or refused are not sent again with the reply.
  useEffect(() => {
    if (field.current) field.current.value = "";
  }, [form, files]);

  function take({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(input.files ?? [])];
    const fit = chosen.filter(({ size }) => size > 0 && size <= maxAttachmentBytes);
    const together = uploadSizeError(fit, maxAttachmentBytes);
    const reason = [nameUnfit(chosen), together].filter(Boolean).join(" ");
    const taken = new DataTransfer();
    if (!together) for (const file of fit) taken.items.add(file);
    onRefused(reason ? { why: reason, isOver: taken.files.length > 0, after: form } : undefined);
    input.files = taken.files;
    if (input.value) keep.current?.form?.requestSubmit(keep.current);
  }

  const id = fieldId("attachments");
  return (
    <label className={buttonClass({ variant: "ghost", size: "sm" }, "file-button flush-start")}>
      <Icon name="paperclip" />
      Attach
      <input
        ref={field}
        id={id}
        type="file"
        name="attachments"
        multiple
        accept={attachmentTypes}
        aria-describedby={fieldError(form, "attachments") && `${id}-error`}
        onChange={take}
      />
    </label>
  );
}

/** Names the files that are empty, or larger than one may be. */
const nameUnfit = (files: File[]) =>
  files
    .flatMap(({ name, size }) => {
      if (size === 0) return emptyFile(name);
      if (size <= maxAttachmentBytes) return [];
      return `“${name}” was not taken: it has ${inBytes(size)}, more than ${inBytes(maxAttachmentBytes)}.`;
    })
    .join(" ");

interface WaitingProps extends Pick<AttachProps, "form" | "files" | "onRefused"> {
  refused?: Refused;
}

/**
 * The files that wait to be sent, each with a button that takes it back, and what was wrong with others: nothing is
 * sent until these are left out, or others are chosen. Files for which there was no room are only named.
 */
export function WaitingFiles({ form, files, refused, onRefused }: WaitingProps) {
  const refusedByServer = refused && refused.after === form ? undefined : fieldError(form, "attachments");
  const isNamed = refused && refusedByServer?.includes(refused.why);
  const attachments = [!isNamed && refused?.why, refusedByServer].filter(Boolean).join(" ");
  return (
    <>
      <AttachedFiles
        files={files}
        aside={(file) => (
          <Button
            name="remove"
            value={file.id}
            variant="ghost"
            size="icon"
            className="btn-sm"
            formNoValidate
            aria-label={`Remove ${file.name}`}
          >
            <Icon name="x" />
          </Button>
        )}
      />
      {attachments && (
        <FieldNotes id={fieldId("attachments")} name="attachments" form={{ fields: {}, errors: { attachments } }} />
      )}
      {(refusedByServer ? needsDecision(refusedByServer) : refused && !refused.isOver) && (
        <p>
          <input type="hidden" name="refused" value={attachments} />
          <Button
            name="keep"
            value="files"
            variant="outline"
            size="sm"
            formNoValidate
            onClick={() => onRefused(undefined)}
          >
            Leave the refused file out
          </Button>
        </p>
      )}
    </>
  );
}

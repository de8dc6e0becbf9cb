import type { ReactNode } from "react";
import { Icon } from "~/ui/icons/icon";
import { inBytes } from "../limits";
import type { Attached } from "./attachments.server";

interface AttachedFilesProps {
  files: Attached[];
  /** Rendered after a file, such as a button to remove it. */
  aside?(file: Attached): ReactNode;
}

/** Files that were sent with a message, or are about to be: pictures as small ones, all with name and size. */
export function AttachedFiles({ files, aside }: AttachedFilesProps) {
  if (files.length === 0) return null;
  return (
    <ul className="flex flex-wrap items-end gap-2" aria-label="Attachments">
      {files.map((file) => (
        <li key={file.id} className="flex max-w-full items-center gap-1">
          <AttachedFile file={file} />
          {aside?.(file)}
        </li>
      ))}
    </ul>
  );
}

function AttachedFile({ file: { id, name, type, size } }: { file: Attached }) {
  const isPicture = type.startsWith("image/");
  const address = `/support/attachments/${id}`;
  return (
    <a
      href={isPicture ? `${address}?view` : address}
      {...(isPicture ? { target: "_blank", rel: "noopener" } : { download: name })}
      className="inline-flex max-w-full min-w-0 items-center gap-2.5 overflow-hidden rounded-md border border-border-strong bg-surface px-2.5 py-1.5 text-sm hover:bg-hover"
    >
      {isPicture ? (
        <img
          src={`${address}?thumb`}
          alt=""
          loading="lazy"
          className="-my-1 -ms-2 h-10 w-16 flex-none rounded-sm object-cover ring-1 ring-border"
        />
      ) : (
        <Icon name="paperclip" className="text-subtle" />
      )}
      <bdi className="truncate font-medium">{name}</bdi>
      <span className="num flex-none text-muted">{inBytes(size)}</span>
    </a>
  );
}

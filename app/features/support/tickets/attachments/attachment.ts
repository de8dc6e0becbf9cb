import { isUtf8 } from "node:buffer";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { guard } from "~/auth/session.server";
import { notFound } from "~/core/http/respond.server";
import { type Attached, attachmentFor, bytesOf, thumbOf } from "./attachments.server";
import { ticketResource } from "../tickets.server";

/**
 * Serves an attachment: as a download, inline with `?view` if it is an image, or as a thumbnail with `?thumb`.
 * Headers prevent its content from running.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, ticketResource, "view");
  const file = (await attachmentFor(me, params.id ?? "")) ?? notFound("File not found");
  const asked = new URL(request.url).searchParams;
  const isPicture = file.type.startsWith("image/");
  const kept = { ETag: `"${file.id}"`, "Cache-Control": "private, no-cache" }; // access is checked on each request
  if (request.headers.get("If-None-Match")?.includes(kept.ETag))
    return new Response(null, { status: 304, headers: kept });
  if (isPicture && asked.has("thumb"))
    return answer((await thumbOf(file.id)) ?? notFound("This picture cannot be drawn"), "image/webp", "inline", kept);
  const bytes = (await bytesOf(file.id)) ?? notFound("File not found");
  return answer(
    bytes,
    contentType(file, bytes),
    isPicture && asked.has("view") ? "inline" : disposition(file.name),
    kept,
  );
}

function answer(bytes: Buffer, type: string, disposition: string, kept: Record<string, string>) {
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...kept,
      "Content-Type": type,
      "Content-Disposition": disposition,
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "sandbox; default-src 'none'",
    },
  });
}

/** Returns the content type, with the encoding for text that is valid UTF-8. */
const contentType = ({ type }: Attached, bytes: Buffer) =>
  type.startsWith("text/") && isUtf8(bytes) ? `${type}; charset=utf-8` : type;

/** Returns a Content-Disposition with two file names: in ASCII for old clients, and the exact one (RFC 6266). */
function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}

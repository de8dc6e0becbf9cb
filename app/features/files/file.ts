import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { notFound } from "~/core/http/respond.server";
import { getFile } from "~/core/files/files.server";
import { maySee } from "./may-see.server";

/**
 * Serves an uploaded file to users who may see its record. The address is the hash of its content, so responses are
 * cached permanently and revalidated without reading the file.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request, "account");
  const id = params.id ?? "";
  if (!(await maySee(me, id))) notFound("File not found");
  const kept = { ETag: `"${id}"`, "Cache-Control": "private, max-age=31536000, immutable" };
  if (request.headers.get("If-None-Match")?.includes(kept.ETag))
    return new Response(null, { status: 304, headers: kept });
  const { bytes, type } = (await getFile(id)) ?? notFound("File not found");
  return new Response(new Uint8Array(bytes), { headers: { ...kept, "Content-Type": type } });
}

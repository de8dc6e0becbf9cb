import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { notFound } from "~/lib/respond.server";
import { getFile } from "./files.server";

/** A kept file. Its address is the hash of its bytes, so browsers may keep it for good. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request);
  const file = (await getFile(params.id ?? "")) ?? notFound("File not found");
  const headers = { "Content-Type": file.type, "Cache-Control": "private, max-age=31536000, immutable" };
  return new Response(new Uint8Array(file.bytes), { headers });
}

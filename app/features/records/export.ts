/**
 * A list as a file, such as `/users.csv?status=Active`: the address says which, and of which of its
 * rows. Its columns follow from the fields, or are in the feature's `columns.server.ts`.
 */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireConfirmation } from "~/auth/reauthentication/confirm.server";
import { requireUser } from "~/auth/session.server";
import { notFound } from "~/core/http/respond.server";
import { listOfFile, permissionOfFile } from "~/core/list/define-list.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, permissionOfFile(request));
  const list = listOfFile(request);
  const confirmation = list.confirmDownload?.(me, new URL(request.url).searchParams);
  if (confirmation) await requireConfirmation(request, me, confirmation);
  return list.file?.(request, me) ?? notFound("This list has no file.");
}

import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { userStatuses } from "db/lookups";
import { requireUser } from "~/auth/session.server";
import { statusAct, toRecord } from "~/records/list-acts.server";
import { userRecords } from "./users.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request);
  return toRecord(userRecords, params);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request);
  return statusAct(me, request, params, { of: userRecords, statuses: userStatuses });
}

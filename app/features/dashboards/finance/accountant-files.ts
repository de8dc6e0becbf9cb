/** The accountant's files of a period as a ZIP: `/finance/accounts.zip?from=2026-10-01&to=2026-10-31`. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { makeZip } from "client-zip";
import { requireUser } from "~/auth/session.server";
import { whileAdmitted } from "~/core/http/api.server";
import { filePeriodIn } from "../file-period.server";
import { accountsOf } from "./accountant-files.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "reports.sales");
  const { from, to } = await filePeriodIn(request);
  const headers = {
    "Content-Type": "application/zip",
    "Content-Disposition": `attachment; filename="accounts-${from}-to-${to}.zip"`,
    "Cache-Control": "no-store",
  };
  return new Response(whileAdmitted(makeZip(accountsOf({ from, to }))), { headers });
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { SignInList } from "~/auth/sessions/sign-in-list";
import { listSignIns } from "~/auth/sessions/sign-ins.server";
import { recordId } from "~/core/values/ids";
import { ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { pageRange, Pagination } from "~/ui/list/pagination";
import { SettingsHead, settingsTitle } from "~/ui/settings-head";

export const meta = settingsTitle("Sign-in history");

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "account");
  return listSignIns(me.id, { page: recordId(new URL(request.url).searchParams.get("page")) });
}

export default function SignIns() {
  const { rows, total, page, pages, size } = useLoaderData<typeof loader>();
  return (
    <>
      <SettingsHead title="Sign-in history" lead="Who came in as you, or tried to, in the last year.">
        <ButtonLink variant="outline" size="sm" icon="chevron-left" flip href="/settings/security">
          Security
        </ButtonLink>
      </SettingsHead>
      <Card>
        {total === 0 ? (
          <CardBody className="text-muted">No sign-ins recorded yet.</CardBody>
        ) : (
          <SignInList rows={rows} />
        )}
        <Pagination page={page} pages={pages} href={(number) => `/settings/security/sign-ins?page=${number}`}>
          <p>{pageRange(page, size, total)}</p>
        </Pagination>
      </Card>
    </>
  );
}

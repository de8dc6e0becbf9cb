import { Form } from "@remix-run/react";
import { useMay } from "~/auth/may";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Entries, Entry } from "~/ui/entries";
import { Time } from "~/ui/time";
import { type Given, sayAccess } from "./levels";

type Shown = Given & { id: number; email: string; by: string | null; createdAt: Date | string; expiresAt: Date | string; over: boolean; isVoid: boolean };

/** The invitations that were not used or revoked. */
export function InvitationList({ invitations }: { invitations: Shown[] }) {
  const may = useMay();
  return (
    <Entries>
      {invitations.map((invitation) => (
        <Entry
          key={invitation.id}
          icon="mail"
          bad={invitation.over || invitation.isVoid}
          title={
            <>
              <bdi>{invitation.email}</bdi> {invitation.over && <Badge family="warning">Expired</Badge>} {invitation.isVoid && <Badge family="warning">Does not count</Badge>}
            </>
          }
          action={may("team.invite") && <Acts invitation={invitation} />}
        >
          <p>As {sayAccess(invitation)}</p>
          <p>
            {invitation.by ? <>Invited by <bdi>{invitation.by}</bdi></> : "Whoever invited is not here any more"} on <Time value={invitation.createdAt} />, {invitation.over && "was "}good until <Time value={invitation.expiresAt} />
          </p>
          {invitation.isVoid && <p>Whoever invited, or whose address it is, may not come in any more. Revoke it, or send it again yourself.</p>}
        </Entry>
      ))}
    </Entries>
  );
}

function Acts({ invitation: { id, email } }: { invitation: Shown }) {
  return (
    <Form method="post" className="flex flex-wrap gap-2" preventScrollReset>
      <Button size="sm" variant="outline" icon="send" formAction={`/team/invitations/${id}/send`} aria-label={`Send the invitation of ${email} again`}>
        Send again
      </Button>
      <Button size="sm" variant="outline" color="error" icon="x" formAction={`/team/invitations/${id}/revoke`} aria-label={`Revoke the invitation of ${email}`}>
        Revoke
      </Button>
    </Form>
  );
}

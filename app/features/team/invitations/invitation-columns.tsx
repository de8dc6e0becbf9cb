import { Badge } from "~/ui/values/badge";
import { Button } from "~/ui/button";
import type { Column } from "~/ui/list/screen/list-table";
import { Time } from "~/ui/values/time";
import { Form } from "~/ui/owned-form";
import type { AccessGrant } from "~/core/access/levels";
import { Level } from "../level";

type InvitationRow = AccessGrant & {
  id: number;
  email: string;
  by: string | null;
  createdAt: Date | string;
  expiresAt: Date | string;
  over: boolean;
  isVoid: boolean;
  /** Why its address may not come in. */
  keptOut?: string;
  /** Whether the invitation's access is above what the reader may resend or revoke. */
  isAbove: boolean;
};

const columns: Column<InvitationRow>[] = [
  {
    key: "email",
    label: "E-mail",
    sort: "email",
    narrow: "first",
    className: "lg:min-w-64",
    cell: (invitation) => <Address invitation={invitation} />,
  },
  { key: "access", label: "Access", narrow: "second", cell: (invitation) => <Level person={invitation} /> },
  {
    key: "by",
    label: "Invited by",
    className: "text-muted",
    cell: ({ by }) => (by ? <bdi>{by}</bdi> : "Not here any more"),
  },
  {
    key: "created",
    label: "Mailed",
    sort: "createdAt",
    room: "wider",
    className: "num whitespace-nowrap text-muted",
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
  {
    key: "expires",
    label: "Good until",
    sort: "expiresAt",
    className: "num whitespace-nowrap text-muted",
    cell: ({ expiresAt }) => <Time value={expiresAt} />,
  },
];

const acts: Column<InvitationRow> = {
  key: "acts",
  label: "Mail",
  narrow: "end",
  cell: (invitation) => !invitation.isAbove && <Acts invitation={invitation} />,
};

/** Returns the columns of the invitation list, with actions for users who may invite. */
export const invitationColumns = (mayInvite: boolean) => (mayInvite ? [...columns, acts] : columns);

function Address({ invitation: { email, over, isVoid, keptOut } }: { invitation: InvitationRow }) {
  return (
    <>
      <bdi className="primary-cell">{email}</bdi> {over && <Badge family="warning">Expired</Badge>}{" "}
      {isVoid && <Badge family="warning">Does not count</Badge>}
      {isVoid && (
        <p className="text-sm text-muted">
          {keptOut ?? "Whoever invited may not let people in any more. Revoke it, or send it again yourself."}
        </p>
      )}
    </>
  );
}

function Acts({ invitation: { id, email, keptOut } }: { invitation: InvitationRow }) {
  return (
    <Form method="post" className="flex flex-wrap gap-2 sm:flex-nowrap" preventScrollReset>
      {!keptOut && (
        <Button
          size="sm"
          variant="outline"
          icon="send"
          formAction={`/team/invitations/${id}/send`}
          aria-label={`Send the invitation of ${email} again`}
        >
          Send again
        </Button>
      )}
      <Button
        size="sm"
        variant="outline"
        color="error"
        icon="x"
        formAction={`/team/invitations/${id}/revoke`}
        aria-label={`Revoke the invitation of ${email}`}
      >
        Revoke
      </Button>
    </Form>
  );
}

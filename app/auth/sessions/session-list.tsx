import { Badge } from "~/ui/values/badge";
import { Button } from "~/ui/button";
import { Entries, Entry } from "~/ui/list/entries";
import { Icon } from "~/ui/icons/icon";
import { Time } from "~/ui/values/time";
import { Form } from "~/ui/owned-form";
import type { ShownSession } from "./session-list.server";

/** Lists a user's sessions. `endAt` is the path that the log-out buttons post to; without it there are none. */
export function SessionList({ sessions, endAt }: { sessions: ShownSession[]; endAt?: string }) {
  return (
    <Entries>
      {sessions.map((session) => (
        <Entry
          key={session.id}
          icon="monitor"
          title={
            <>
              {session.device} {session.here && <Badge family="primary">This one</Badge>}
            </>
          }
          action={endAt && !session.here && <LogOut session={session} to={endAt} />}
        >
          <p>
            Seen <Time value={session.lastSeenAt} relative />
            {session.address && (
              <>
                , from <bdi>{session.address}</bdi>
              </>
            )}
          </p>
          <p>
            Logged in <Time value={session.createdAt} clock />
          </p>
        </Entry>
      ))}
    </Entries>
  );
}

function LogOut({ session: { id, device, address }, to }: { session: ShownSession; to: string }) {
  return (
    <Form method="post" action={to} preventScrollReset>
      <input type="hidden" name="session" value={id} />
      <Button size="sm" variant="outline" aria-label={`Log out ${device}${address && ` at ${address}`}`}>
        <Icon name="log-out" flip />
        Log out
      </Button>
    </Form>
  );
}

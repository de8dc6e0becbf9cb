import { Form } from "@remix-run/react";
import type { User } from "db/schema";
import { useMay } from "~/auth/may";
import { statusPath } from "~/lib/status";
import { Button, ButtonLink } from "~/ui/button";
import { Entries, Entry } from "~/ui/entries";
import { Time } from "~/ui/time";

type Waiting = Pick<User, "id" | "name" | "email" | "status"> & { createdAt: Date | string };

/** Who waits to be let in: with a level, which is chosen on a page of its own, or not at all. */
export function WaitingList({ people }: { people: Waiting[] }) {
  const may = useMay();
  return (
    <Entries>
      {people.map(({ id, name, email, status, createdAt }) => (
        <Entry
          key={id}
          icon="clock"
          title={
            <a href={`/users/${id}`} className="primary-cell">
              <bdi>{name}</bdi>
            </a>
          }
          action={
            may("team.invite") && (
              <Form method="post" action={statusPath(`/users/${id}`, status)} className="flex flex-wrap gap-2" preventScrollReset>
                <ButtonLink size="sm" icon="circle-check" href={`/team/people/${id}/approve`} aria-label={`Approve ${name}: choose a level`}>
                  Approve…
                </ButtonLink>
                {may("people.change") && (
                  <Button size="sm" variant="outline" color="error" icon="circle-x" name="status" value="Rejected" aria-label={`Reject ${name}`}>
                    Reject
                  </Button>
                )}
              </Form>
            )
          }
        >
          <p>
            <bdi>{email}</bdi>
          </p>
          <p>
            In the directory since <Time value={createdAt} />
          </p>
        </Entry>
      ))}
    </Entries>
  );
}

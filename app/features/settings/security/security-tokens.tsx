import { allowsChanges, scopeLabels, type TokenScopes } from "~/auth/tokens/scopes";
import { Badge } from "~/ui/values/badge";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { Entries, Entry } from "~/ui/list/entries";
import { Time } from "~/ui/values/time";
import { Form } from "~/ui/owned-form";

interface ShownToken extends TokenScopes {
  id: number;
  name: string;
  start: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date;
  expired: boolean;
}

/** The user's API tokens, with a link to create one. */
export function TokensCard({ tokens }: { tokens: ShownToken[] }) {
  const create = (
    <ButtonLink variant="outline" size="sm" icon="plus" href="/settings/security/tokens/create">
      Create token
    </ButtonLink>
  );
  return (
    <Card
      heading="h3"
      title="API tokens"
      sub={
        <>
          With a token a program uses{" "}
          <a className="link" href="/api">
            the API
          </a>{" "}
          in your name.
        </>
      }
      aside={create}
    >
      {tokens.length === 0 ? (
        <CardBody className="text-muted">You have no tokens.</CardBody>
      ) : (
        <Entries>
          {tokens.map((token) => (
            <Entry
              key={token.id}
              icon="key-round"
              bad={token.expired}
              title={<Title token={token} />}
              action={<Revoke token={token} />}
            >
              <p>
                <bdi className="code">{token.start}…</bdi> made on <Time value={token.createdAt} />,{" "}
                {token.lastUsedAt ? (
                  <>
                    last used <Time value={token.lastUsedAt} relative />
                  </>
                ) : (
                  "not used yet"
                )}
              </p>
              <p>{scopeLabels(token).join(" · ")}</p>
              <p>
                {token.expired ? "Expired" : "Expires"} on <Time value={token.expiresAt} />
              </p>
            </Entry>
          ))}
        </Entries>
      )}
    </Card>
  );
}

function Title({ token: { name, expired, ...token } }: { token: ShownToken }) {
  return (
    <>
      <bdi>{name}</bdi>
      <Badge>{allowsChanges(token) ? "View and change" : "View"}</Badge>
      {expired && (
        <Badge family="error" icon="circle-alert">
          Expired
        </Badge>
      )}
    </>
  );
}

function Revoke({ token: { id, name } }: { token: ShownToken }) {
  return (
    <Form method="post" action={`/settings/security/tokens/${id}/revoke`} preventScrollReset>
      <Button size="sm" variant="outline" color="error" icon="trash-2" aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
    </Form>
  );
}

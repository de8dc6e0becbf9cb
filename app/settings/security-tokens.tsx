import { Form } from "@remix-run/react";
import { Badge } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { Entries, Entry } from "~/ui/entries";
import { Time } from "~/ui/time";

interface ShownToken {
  id: number;
  name: string;
  start: string;
  scope: "read" | "write";
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  expired: boolean;
}

/** The tokens by which programs come in, and a way to make another. */
export function TokensCard({ tokens }: { tokens: ShownToken[] }) {
  const create = (
    <ButtonLink variant="outline" size="sm" icon="plus" href="/settings/security/tokens/create">
      Create token
    </ButtonLink>
  );
  return (
    <Card heading="h3" title="API tokens" sub={<>With a token a program uses <a className="link" href="/api">the API</a> in your name.</>} aside={create}>
      {tokens.length === 0 ? (
        <CardBody className="text-muted">You have no tokens.</CardBody>
      ) : (
        <Entries>
          {tokens.map((token) => (
            <Entry key={token.id} icon="key-round" bad={token.expired} title={<Title token={token} />} action={<Revoke token={token} />}>
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
              <p>{token.expiresAt ? <>{token.expired ? "Expired" : "Expires"} on <Time value={token.expiresAt} /></> : "Never expires"}</p>
            </Entry>
          ))}
        </Entries>
      )}
    </Card>
  );
}

function Title({ token: { name, scope, expired } }: { token: ShownToken }) {
  return (
    <>
      <bdi>{name}</bdi>
      <Badge>{scope === "write" ? "Read and write" : "Read"}</Badge>
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

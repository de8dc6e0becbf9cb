import { scopeLabels, type TokenScopes } from "~/auth/tokens/scopes";
import { Alert } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { CodeBlock } from "~/ui/code-block";
import { Time } from "~/ui/values/time";
import { SettingsHead } from "~/ui/settings-head";

interface NewTokenProps {
  made: TokenScopes & { name: string; token: string; expiresAt: Date };
  /** The address of this site. */
  site: string;
}

/** Shows a token, the only time. */
export function NewToken({ made: { name, token, expiresAt, ...scopes }, site }: NewTokenProps) {
  return (
    <>
      <SettingsHead
        title="Your new token"
        lead={
          <>
            “<bdi>{name}</bdi>” expires on <Time value={expiresAt} />. It opens: {scopeLabels(scopes).join("; ")}.
          </>
        }
      />
      <Alert family="warning" icon="key-round" role="status">
        <strong>Copy it now: it is not shown again.</strong> Whoever has it acts in your name, so keep it where you keep
        passwords, and revoke it as soon as somebody else may have seen it.
      </Alert>
      <Card heading="h3" title="Token">
        <CardBody className="grid grid-cols-1 gap-5">
          <p className="rounded-md bg-surface-sunken px-3 py-2.5">
            <bdi dir="ltr" className="code break-all select-all">
              {token}
            </bdi>
          </p>
          <CodeBlock
            label="Try it"
            code={`curl "${site}/api/orders?size=10" \\\n  --header "Authorization: Bearer ${token}"`}
          />
          <div className="flex flex-wrap gap-2">
            <ButtonLink href="/settings/security">I have copied it</ButtonLink>
            <ButtonLink variant="ghost" href="/api">
              How to use it
            </ButtonLink>
          </div>
        </CardBody>
      </Card>
    </>
  );
}

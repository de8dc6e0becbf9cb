/** The page of the second factor while it is off or on. */
import type { ReactNode } from "react";
import { ReauthenticationField } from "~/auth/reauthentication/reauthentication-field";
import type { ReauthenticationMethods } from "~/auth/reauthentication/reauthentication.server";
import type { FormState } from "~/core/form/form-state";
import { Alert } from "~/ui/alert";
import { Badge } from "~/ui/values/badge";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { Time } from "~/ui/values/time";
import { Form } from "~/ui/owned-form";
import { secondFactorPage } from "~/auth/second-factor/page";

export function SecondFactorOff({ proof, form }: { proof: ReauthenticationMethods | undefined; form?: FormState }) {
  return (
    <Card
      heading="h3"
      title="Authenticator app"
      sub="Works offline, on any phone"
      aside={<Badge family="neutral">Off</Badge>}
    >
      <CardBody>
        <p>
          An app on your phone, such as Google Authenticator, 1Password or Aegis, shows a new code every 30 seconds.
          Once this is on, logging in asks for that code after your password or Google, and so does logging in with a
          password that was reset.
        </p>
        <Form method="post" className="mt-5 grid gap-4">
          <ReauthenticationField proof={proof} form={form} />
          <Button name="act" value="begin" className="justify-self-start" icon="shield-check">
            Set up two-factor
          </Button>
        </Form>
      </CardBody>
    </Card>
  );
}

/** Replaces all other pages for users who must set up a second factor. */
export function SetupRequired() {
  return (
    <Alert family="warning" icon="shield-check">
      <strong>Your company requires a second factor.</strong> Set it up to go on: until then you can do nothing else
      here, and your API tokens wait.
      <Form method="post" action="/logout" className="mt-2">
        <Button variant="outline" size="sm">
          Log out
        </Button>
      </Form>
    </Alert>
  );
}

interface On {
  since: Date;
  codesLeft: number;
  hasShortCodes: boolean;
  trusted: number;
  required: boolean;
  /** When the second factor will be reset, if someone requested that. */
  resetAt?: Date;
}

export function SecondFactorOn({ since, codesLeft, hasShortCodes, trusted, required, resetAt }: On) {
  return (
    <>
      {resetAt && (
        <Alert family="warning">
          <p>
            <strong>Somebody on the team asked to reset your second factor.</strong> It is gone on{" "}
            <Time value={resetAt} clock />, or earlier if you follow the link in your mail. If you did not ask for that,
            call it off.
          </p>
          <Form method="post" className="mt-3">
            <Button name="act" value="call-off" size="sm">
              Call it off
            </Button>
          </Form>
        </Alert>
      )}
      {codesLeft <= 2 && (
        <Alert family="warning">
          <strong>
            {codesLeft === 0
              ? "You have no recovery code left."
              : `Only ${codesLeft === 1 ? "one recovery code is" : "two recovery codes are"} left.`}
          </strong>{" "}
          Get new ones before you lose your phone.
        </Alert>
      )}
      {codesLeft > 2 && hasShortCodes && (
        <Alert family="warning">
          <strong>Your recovery codes are of an older, shorter kind.</strong> They still work. Get new ones, which
          nobody can guess even with a copy of the database.
        </Alert>
      )}
      <Card
        heading="h3"
        title="Authenticator app"
        sub={
          <>
            On since <Time value={since} />
          </>
        }
        aside={
          <Badge family="success" icon="check">
            On
          </Badge>
        }
      >
        <Row
          text={`Logging in asks for a code of your app, after your password or Google.${required ? " Your company requires it, so it cannot be turned off." : ""}`}
        >
          {!required && (
            <ButtonLink href={`${secondFactorPage}/turn-off`} variant="outline" color="error" size="sm">
              Turn off
            </ButtonLink>
          )}
        </Row>
      </Card>
      <Card heading="h3" title="Recovery codes" sub="For the day you lose your phone. Each works once.">
        <Row text={`${codesLeft} of 10 are left. New ones take the place of all of them.`}>
          <ButtonLink href={`${secondFactorPage}/recovery-codes`} variant="outline" size="sm">
            Get new codes
          </ButtonLink>
        </Row>
      </Card>
      <Card heading="h3" title="Trusted browsers" sub="They are asked for no code for 30 days.">
        <Row
          text={
            trusted === 0
              ? "There is none: every login asks for a code."
              : trusted === 1
                ? "One browser is trusted."
                : `${trusted} browsers are trusted.`
          }
        >
          {trusted > 0 && (
            <Form method="post">
              <Button name="act" value="forget" variant="outline" size="sm">
                Trust none
              </Button>
            </Form>
          )}
        </Row>
      </Card>
    </>
  );
}

/** A sentence, and what can be done at the end of its line. */
function Row({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <CardBody className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="min-w-0 flex-1 basis-60">{text}</p>
      {children}
    </CardBody>
  );
}

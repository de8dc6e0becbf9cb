/** What the page of the second factor shows, one view for each state. */
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { ReauthenticationField } from "~/auth/reauthentication/reauthentication-field";
import type { ReauthenticationMethods } from "~/auth/reauthentication/reauthentication.server";
import { CodeField } from "~/auth/second-factor/code-field";
import type { FormState } from "~/core/form/form-state";
import { Alert } from "~/ui/alert";
import { Badge } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { CheckboxField } from "~/ui/form/choices";
import { PrintButton } from "~/ui/print-button";
import { Time } from "~/ui/time";
import { twoFactorPage } from "~/auth/second-factor/page";
import type { Qr } from "./qr.server";

export function TwoFactorOff({ proof, form }: { proof: ReauthenticationMethods | undefined; form?: FormState }) {
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

/** What whoever has to have a second step meets, in the place of all else. */
export function Demanded() {
  return (
    <Alert family="warning" icon="shield-check">
      <strong>Your company demands a second step.</strong> Set it up to go on: until then you can do nothing else here,
      and your API tokens wait.
      <Form method="post" action="/logout" className="mt-2">
        <Button variant="outline" size="sm">
          Log out
        </Button>
      </Form>
    </Alert>
  );
}

/** Codes and key are there to be seen, by who shows who they are. */
export function Hidden({ proof, form }: { proof: ReauthenticationMethods; form?: FormState }) {
  return (
    <Card heading="h3" title="Go on setting it up" sub="What comes next is secret">
      <CardBody>
        <Form method="post" className="grid gap-4">
          <ReauthenticationField proof={proof} form={form} />
          <Button name="act" value="show" className="justify-self-start">
            Go on
          </Button>
        </Form>
      </CardBody>
    </Card>
  );
}

interface KeepCodesProps {
  codes: string[];
  /** Names these codes, so that nobody puts away what they have not seen. */
  set: string;
  /** The second factor is on already: these took the place of older codes. */
  isOn: boolean;
  form?: FormState;
}

export function KeepCodes({ codes, set, isOn, form }: KeepCodesProps) {
  return (
    <>
      <Alert family="warning" icon="shield-check" className="no-print" role="status">
        <strong>{isOn ? "Put your new recovery codes away." : "Put your recovery codes away first."}</strong>{" "}
        {isOn
          ? "The old ones work no more."
          : "If you lose your phone, they let you in: without them somebody on the team has to reset your second step, which can take a day."}{" "}
        They are shown until you say that you have them, and never again.
      </Alert>
      <Card
        heading="h3"
        title="Recovery codes"
        sub="For the day you lose your phone. Each works once."
        aside={
          <span className="no-print flex gap-2">
            <ButtonLink
              href={`${twoFactorPage}/recovery-codes.txt`}
              download="portico-recovery-codes.txt"
              variant="outline"
              size="sm"
              icon="download"
            >
              Download
            </ButtonLink>
            <PrintButton size="sm" />
          </span>
        }
      >
        <CardBody>
          <ol className="grid list-inside list-decimal gap-x-8 gap-y-2 sm:grid-cols-2" aria-label="Recovery codes">
            {codes.map((code) => (
              <li key={code} className="text-subtle">
                <bdi className="code text-text select-all">{code}</bdi>
              </li>
            ))}
          </ol>
          <Form method="post" className="no-print mt-5 grid gap-4 border-t border-border pt-5">
            <input type="hidden" name="set" value={set} />
            <CheckboxField
              name="kept"
              label="I have put these codes where I will find them without my phone"
              form={form}
            />
            <div className="flex flex-wrap gap-2">
              <Button name="act" value="keep">
                {isOn ? "Done" : "Go on"}
              </Button>
              {!isOn && <Cancel />}
            </div>
          </Form>
        </CardBody>
      </Card>
    </>
  );
}

const Cancel = () => (
  <Button name="act" value="cancel" variant="ghost">
    Cancel
  </Button>
);

export function ConfirmApp({ qr, secret, form }: { qr: Qr; secret: string; form?: FormState }) {
  return (
    <>
      <Alert family="warning" icon="shield-check" role="status">
        <strong>One step left.</strong> Confirm a code from your authenticator app to switch two-factor on.
      </Alert>
      <Card
        heading="h3"
        title="Authenticator app"
        sub="Works offline, on any phone"
        aside={
          <Badge family="warning" icon="clock">
            Not confirmed
          </Badge>
        }
      >
        <Form method="post">
          <ol>
            <Step number={1} title="Scan this with your app" beside={<QrCode qr={qr} />}>
              <p className="mt-1 text-sm text-muted">
                Open your authenticator, choose to add an account, then point the camera here.
              </p>
              <p className="mt-4 text-sm">Cannot scan it? Type this key:</p>
              <p className="mt-1.5 inline-flex rounded-md bg-surface-sunken px-3 py-1.5">
                <bdi className="code select-all">{secret.replace(/(.{4})(?=.)/g, "$1 ")}</bdi>
              </p>
            </Step>
            <Step number={2} title="Confirm that it works">
              <div className="mt-3 grid gap-4">
                <CodeField
                  digits
                  hint="It changes every 30 seconds. If it is refused, check the time on your phone."
                  form={form}
                />
                <div className="flex flex-wrap gap-2">
                  <Button name="act" value="confirm">
                    Confirm and turn on
                  </Button>
                  <Cancel />
                </div>
              </div>
            </Step>
          </ol>
        </Form>
      </Card>
    </>
  );
}

function Step({
  number,
  title,
  beside,
  children,
}: {
  number: number;
  title: string;
  beside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="flex gap-6 p-5 not-first:border-t not-first:border-border max-sm:flex-col">
      {beside}
      <div className="min-w-0">
        <p className="text-sm font-medium text-muted">Step {number}</p>
        <h4 className="mt-0.5 font-semibold">{title}</h4>
        {children}
      </div>
    </li>
  );
}

/** Dark on white in both themes: many cameras cannot read it the other way round. */
function QrCode({ qr }: { qr: Qr }) {
  return (
    <div className="flex-none self-start rounded-lg border border-border bg-white p-1">
      <svg
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        className="size-44"
        role="img"
        aria-label="QR code to add Portico to your authenticator app"
        shapeRendering="crispEdges"
      >
        <path stroke="#0f2730" d={qr.path} />
      </svg>
    </div>
  );
}

interface On {
  since: Date;
  codesLeft: number;
  hasShortCodes: boolean;
  trusted: number;
  demanded: boolean;
  /** When it is reset, where somebody asked for that. */
  resetAt?: Date;
}

export function TwoFactorOn({ since, codesLeft, hasShortCodes, trusted, demanded, resetAt }: On) {
  return (
    <>
      {resetAt && (
        <Alert family="warning">
          <p>
            <strong>Somebody on the team asked to reset your second step.</strong> It is gone on{" "}
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
          text={`Logging in asks for a code of your app, after your password or Google.${demanded ? " Your company demands it, so it cannot be turned off." : ""}`}
        >
          {!demanded && (
            <ButtonLink href={`${twoFactorPage}/turn-off`} variant="outline" color="error" size="sm">
              Turn off
            </ButtonLink>
          )}
        </Row>
      </Card>
      <Card heading="h3" title="Recovery codes" sub="For the day you lose your phone. Each works once.">
        <Row text={`${codesLeft} of 10 are left. New ones take the place of all of them.`}>
          <ButtonLink href={`${twoFactorPage}/recovery-codes`} variant="outline" size="sm">
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

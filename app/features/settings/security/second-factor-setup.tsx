/** The pages for setting up the second factor. */
import type { ReactNode } from "react";
import { ReauthenticationField } from "~/auth/reauthentication/reauthentication-field";
import type { ReauthenticationMethods } from "~/auth/reauthentication/reauthentication.server";
import { CodeField } from "~/auth/second-factor/code-field";
import type { FormState } from "~/core/form/form-state";
import { Alert } from "~/ui/alert";
import { Badge } from "~/ui/values/badge";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { CheckboxField } from "~/ui/form/choices";
import { PrintButton } from "~/ui/print-button";
import { Form } from "~/ui/owned-form";
import { secondFactorPage } from "~/auth/second-factor/page";
import type { Qr } from "./qr.server";

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
  /** Identifies this set of codes, so that only the codes shown can be confirmed. */
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
          : "If you lose your phone, they let you in: without them somebody on the team has to reset your second factor, which can take a day."}{" "}
        They are shown until you say that you have them, and never again.
      </Alert>
      <Card
        heading="h3"
        title="Recovery codes"
        sub="For the day you lose your phone. Each works once."
        aside={
          <span className="no-print flex gap-2">
            <ButtonLink
              href={`${secondFactorPage}/recovery-codes.txt`}
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

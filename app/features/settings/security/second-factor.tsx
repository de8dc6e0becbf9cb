import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { write } from "db";
import type { User } from "db/schema";
import { takeAttempt } from "~/auth/attempts.server";
import { keepFrom, pathAfterSignIn } from "~/features/sign-in/enter.server";
import { refuseForNow } from "~/auth/refusals.server";
import {
  reauthenticationFields,
  reauthenticationFor,
  reauthenticate,
} from "~/auth/reauthentication/reauthentication.server";
import { codeIfAny } from "~/auth/second-factor/code-rule";
import { mustHaveSecondFactor } from "~/auth/second-factor/requirement.server";
import { countTrusted } from "~/auth/second-factor/steps.server";
import {
  beginSecondFactor,
  cancelSecondFactor,
  confirmSecondFactor,
  forgetBrowsers,
  keepCodes,
  secondFactorOf,
} from "~/auth/second-factor/second-factor.server";
import { requireUser } from "~/auth/session.server";
import { parseForm, rejectForm } from "~/core/form/form.server";
import { redirectWithToast } from "~/core/http/respond.server";
import { securityMail } from "~/core/mail/account-mails";
import { queueMail } from "~/core/mail/mail.server";
import { recordSecurity, tryWrite } from "~/core/resource/act.server";
import { callOffReset, listPendingResets } from "~/features/team/second-factor/reset.server";
import { ErrorSummary } from "~/ui/form/form";
import { SettingsHead, settingsTitle } from "~/ui/settings-head";
import { secondFactorPage } from "~/auth/second-factor/page";
import { qrOf } from "./qr.server";
import { ConfirmApp, Hidden, KeepCodes } from "./second-factor-setup";
import { SetupRequired, SecondFactorOff, SecondFactorOn } from "./second-factor-views";

export const meta = settingsTitle("Two Factor Authentication");

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "second-factor");
  const now = await secondFactorOf(me);
  if (now.state === "on")
    return {
      ...now,
      trusted: await countTrusted(me.id),
      required: await mustHaveSecondFactor(me),
      resetAt: (await listPendingResets([me.id])).get(me.id),
    };
  const owes = me.owesSecondFactor;
  const proof = await reauthenticationFor(request, me);
  if (now.state === "off") return { ...now, owes, proof };
  if (proof) return { state: "hidden" as const, owes, proof }; // codes and key are for nobody who only found the browser open
  return now.state === "confirm" ? { state: now.state, owes, secret: now.key, qr: qrOf(now.uri) } : { ...now, owes };
}

const SecondFactorForm = z.object({
  act: z.enum(["begin", "show", "keep", "confirm", "cancel", "forget", "call-off"], "Press one of the buttons"),
  set: z.string().optional(),
  kept: z.string().optional(),
  code: codeIfAny.default(""),
  ...reauthenticationFields,
});

export async function action({ request, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "second-factor");
  const form = await parseForm(request, SecondFactorForm);
  if (!form.ok) return rejectForm(form);
  const { act, kept, set = "" } = form.values;
  const here = keepFrom(secondFactorPage, pathAfterSignIn(request));
  if (act === "cancel") {
    await write((tx) => cancelSecondFactor(tx, me.id));
    return redirectWithToast(here, { text: "Two-factor stays off. Nothing was changed." });
  }
  if (act === "forget") return forget(me);
  if (act === "call-off") {
    const done = await tryWrite((tx) => callOffReset(tx, me, me.id));
    return done.ok
      ? redirectWithToast(here, { text: "Your second factor stays on. All owners are told." })
      : rejectForm(form, done.errors, done.status);
  }
  const proof = await reauthenticate(request, me, form, context);
  if (!proof.ok) return proof.answer;
  const { headers } = proof;
  if (act === "begin") await write((tx) => beginSecondFactor(tx, me.id));
  if (act === "begin" || act === "show") return redirect(here, { status: 303, headers });
  if (act === "keep") {
    const now = await secondFactorOf(me);
    if (now.state !== "codes") return redirect(here, { status: 303, headers }); // put away already, or given up
    if (!kept && now.set === set)
      return rejectForm(form, { kept: "Put the codes away first, then tick this" }, { status: 400, headers });
    if (kept && (await write((tx) => keepCodes(tx, me.id, set)))) return redirect(here, { status: 303, headers });
    return redirectWithToast(
      here,
      { text: "These are newer codes than those you saw. Put these away.", tone: "error" },
      headers,
    );
  }
  const tries = await takeAttempt("second-factor", String(me.id), context?.address ?? "");
  if (!tries.ok) return refuseForNow(form, tries.wait, headers);
  const refused = await confirm(me, form.values.code);
  if (refused) return rejectForm({ ...form, fields: {} }, { code: refused }, { status: 400, headers });
  await tries.giveBack();
  return redirectWithToast(
    me.owesSecondFactor ? pathAfterSignIn(request) : secondFactorPage,
    { text: "Two-factor is on. From now on logging in asks for a code." },
    headers,
  );
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

/** Turns the second factor on. Returns why the code was rejected, or undefined. */
async function confirm(me: User, code: string): Promise<string | undefined> {
  if (!code) return "Enter the code that your app shows";
  const checked = await write(async (tx) => {
    const checked = await confirmSecondFactor(tx, me.id, code);
    if (!checked.ok) return checked;
    await recordSecurity(tx, me, me, "turned two-factor authentication on");
    await queueMail(
      tx,
      securityMail(
        me.email,
        "Two-factor authentication is on",
        "Two-factor authentication was turned on for your account.",
      ),
    );
    return checked;
  });
  if (!checked.ok) return checked.why;
}

async function forget(me: User) {
  const count = await write(async (tx) => {
    const count = await forgetBrowsers(tx, me.id);
    if (count > 0) await recordSecurity(tx, me, me, "trusts no browser any more: each is asked for a code");
    return count;
  });
  return redirectWithToast(secondFactorPage, {
    text: count > 0 ? "Every browser is asked for a code now." : "No browser was trusted.",
  });
}

export default function SecondFactorPage() {
  const page = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  return (
    <>
      <SettingsHead
        title="Two Factor Authentication"
        lead="A second factor after your password, so a stolen password is not enough."
      />
      {page.state !== "on" && page.owes && <SetupRequired />}
      <ErrorSummary form={form} what="" className="mb-0!" />
      {page.state === "off" && <SecondFactorOff proof={page.proof} form={form} />}
      {page.state === "hidden" && <Hidden proof={page.proof} form={form} />}
      {page.state === "codes" && <KeepCodes {...page} form={form} />}
      {page.state === "confirm" && <ConfirmApp {...page} form={form} />}
      {page.state === "on" && <SecondFactorOn {...page} />}
    </>
  );
}

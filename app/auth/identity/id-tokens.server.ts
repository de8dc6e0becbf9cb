/** ID tokens from the identity provider's browser script, sent as `Authorization: Bearer`. Each can be used once. */
import type { AppLoadContext } from "@remix-run/node";
import type { Transaction } from "db";
import { takeAttempt, useOnce, waitSentence } from "../attempts.server";
import { refusal } from "~/auth/refusals.server";
import { IdentityError } from "~/auth/identity-errors";
import { identity } from "./identity.server";
import type { Account } from "./provider";

/**
 * Calls `act` with the account of the request's token and returns its response, or an error as `{ code, message }`.
 * `act` may run `also` in its own transaction to save a write; otherwise that runs afterwards.
 */
export async function withIdToken(
  request: Request,
  context: AppLoadContext | undefined,
  act: (account: Account, address: string, also: (tx: Transaction) => Promise<void>) => Promise<Response>,
): Promise<Response> {
  const token = /^Bearer (\S+)$/.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (!token) return Response.json({ message: "Send an ID token as Authorization: Bearer." }, { status: 401 });
  const address = context?.address ?? "";
  const tries = await takeAttempt("token", subjectOf(token), address);
  if (!tries.ok)
    return Response.json(
      { message: waitSentence(tries.wait) },
      { status: 429, headers: { "Retry-After": String(tries.wait) } },
    );
  const use = await useOnce("token", withoutSignature(token));
  try {
    if (!use.isFirst) throw new IdentityError("used-id-token");
    const account = await identity().signInWithToken(token);
    try {
      return await act(account, address, tries.giveBackIn);
    } finally {
      await tries.giveBack();
    }
  } catch (error) {
    if (use.isFirst) await use.giveBack(); // unused, so it may be tried again
    const { code, message, status } = refusal(error, context?.requestId);
    if (status === 503) await tries.giveBack(); // the provider failed, not the token
    return Response.json({ code, message }, { status });
  }
}

/** Returns the subject that an unverified token claims, which is used only to count attempts. */
function subjectOf(token: string): string {
  try {
    return String(
      (JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { sub?: unknown }).sub,
    );
  } catch {
    return "";
  }
}

/** Returns the signed part of a token, because one signature can be spelled in several ways. */
const withoutSignature = (token: string) => token.slice(0, token.lastIndexOf("."));

import { config } from "config";
import { write } from "db";
import { takeMailTo } from "~/auth/attempts.server";
import { IdentityError } from "~/auth/identity-errors";
import { firebase } from "~/auth/identity/firebase/provider.server";
import { local } from "./local.server";
import type { IdentityProvider } from "./provider";

/**
 * Returns the provider in use. Methods that mail a link throw `too-many-mails` once an address has had its daily
 * number.
 */
export const identity = (): IdentityProvider => limitedProviders.get(config.firebase ? firebase : local)!;

const limitedProviders = new Map([local, firebase].map((provider) => [provider, withMailLimit(provider)]));

function withMailLimit(provider: IdentityProvider): IdentityProvider {
  return {
    ...provider,
    async sendVerification(to, from) {
      await countMail(typeof to === "string" ? to : to.email);
      return provider.sendVerification(to, from);
    },
    async sendReset(email, from) {
      await countMail(email);
      return provider.sendReset(email, from);
    },
    async changeEmail(uid, email, from) {
      await countMail(email, uid);
      return provider.changeEmail(uid, email, from);
    },
  };
}

/** Counts a mail whether or not the address has an account, so that the refusal does not tell. */
async function countMail(email: string, by?: string) {
  if (!(await write((tx) => takeMailTo(tx, email, by)))) throw new IdentityError("too-many-mails");
}

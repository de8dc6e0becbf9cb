import { config } from "config";
import { write } from "db";
import { takeMailTo } from "~/auth/attempts.server";
import { IdentityError } from "~/auth/identity-errors";
import { firebase } from "~/auth/identity/firebase/provider.server";
import { local } from "./local.server";
import type { IdentityProvider } from "./provider";

/** The provider in use. What mails a link throws `IdentityError` once an address has had too many mails in a day. */
export const identity = (): IdentityProvider => limited.get(config.firebase ? firebase : local)!;

const limited = new Map([local, firebase].map((provider) => [provider, withMailLimit(provider)]));

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

/** Whether the address has an account or not, so that the refusal tells nothing of it. */
async function countMail(email: string, by?: string) {
  if (!(await write((tx) => takeMailTo(tx, email, by)))) throw new IdentityError("too-many-mails");
}

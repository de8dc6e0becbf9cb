import { config } from "config";
import { firebase } from "~/auth/identity/firebase/provider.server";
import { local } from "./local.server";
import type { IdentityProvider } from "./provider";

/** The provider in use. */
export const identity = (): IdentityProvider => (config.firebase ? firebase : local);

import { config } from "config";
import { requestContext } from "./request-context.server";

/**
 * Whether this is a sample installation and the current request comes from this machine. Demo accounts on the login
 * page, mails shown on pages, and becoming an admin by registering require it (docs/decisions/0058).
 */
export const isLocalSample = (): boolean => config.sampleData && requestContext()?.isFromThisMachine === true;

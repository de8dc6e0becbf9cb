import { config } from "config";
import { requestContext } from "./request-context.server";

/**
 * Whether this is a sample and the request under way was made on this machine. Demo accounts on the login page, mails
 * shown on pages and becoming an admin by registering are for this case only (docs/decisions/0058).
 */
export const isLocalSample = (): boolean => config.sampleData && requestContext()?.isFromThisMachine === true;

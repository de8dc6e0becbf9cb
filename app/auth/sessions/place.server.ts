/** Browser and address of a request, for mails. */
import { describeDevice } from "./device";
import { deviceOf } from "./sessions.server";

export interface Place {
  /** The user agent. */
  device: string;
  address: string;
}

export const placeOf = (request: Request, address = ""): Place => ({ device: deviceOf(request), address });

/** Returns text such as "2026-11-23 10:15 UTC, Chrome on Windows, address 203.0.113.7". */
export function describePlace({ device, address }: Place, at = new Date()): string {
  const when = `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return [when, describeDevice(device), address && `address ${address}`].filter(Boolean).join(", ");
}

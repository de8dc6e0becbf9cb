/** The support channels, and the usual response time. */
import { config } from "config";
import { firstAnswerTime } from "./tickets/figures.server";

/** Returns the configured support channels, and the usual response time if it is known. */
export async function channels(): Promise<{ email?: string; phone?: string; answered?: string }> {
  const usual = await firstAnswerTime();
  return { ...config.support, answered: usual === undefined ? undefined : channelLabel(usual) };
}

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** A time as people say it, rounded: "about 20 minutes". */
export function channelLabel(milliseconds: number): string {
  if (milliseconds < 5 * minute) return "a few minutes";
  if (milliseconds < 57.5 * minute) return `about ${Math.round(milliseconds / minute / 5) * 5} minutes`;
  if (milliseconds < 1.5 * hour) return "about an hour";
  if (milliseconds < 47.5 * hour) return `about ${Math.round(milliseconds / hour)} hours`;
  return `about ${Math.round(milliseconds / day)} days`;
}

import { formatNumber } from "~/core/values/noun";

/** A time in milliseconds as people say it, such as "2 h 50 min"; whole minutes, the rest left out. Browser-safe. */
export function durationText(time: number): string {
  const minutes = Math.floor(time / 60_000);
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${formatNumber(hours)} h` : `${formatNumber(hours)} h ${rest} min`;
}

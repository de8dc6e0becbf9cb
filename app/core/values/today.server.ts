import { config } from "config";
import { dayAt } from "db/dates";

/** The day it is, such as `2026-11-21`, as days are counted here. */
export const today = () => dayAt(new Date(), config.timeZone);

import list from "./countries.json";

/** English names of countries and territories, suggested in forms. */
export const countries: readonly string[] = list;

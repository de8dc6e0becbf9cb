/** Days that deleted records stay in the trash. Browser-safe, as screens mention it. */
export const trashDays = 30;

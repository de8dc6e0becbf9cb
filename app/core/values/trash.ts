/** How many days what was deleted stays in the trash. Browser-safe: screens say it. */
export const trashDays = 30;

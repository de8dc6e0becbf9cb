/**
 * Address of the page shown in this window; empty on the first page load. It is updated last, so that effects of a new
 * page still see the previous one.
 */
export const shownPage = { href: "" };

/**
 * The address of the page that this window shows, within the site; nothing before there is one. It is noted last of all
 * on a page that comes: till then it is that of the page before.
 */
export const shownPage = { href: "" };

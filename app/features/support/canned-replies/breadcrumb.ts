/** The way to a canned reply, for its pages. */
export const cannedTrail = [
  { href: "/support", title: "Support" },
  { href: "/support/canned-replies", title: "Canned replies" },
];

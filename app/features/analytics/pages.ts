/** The analytics dashboard and the lists behind it. */
export const analyticsPages = [
  { title: "Overview", href: "/analytics" },
  { title: "Visits", href: "/analytics/visits" },
  { title: "Page views", href: "/analytics/views" },
  { title: "Searches", href: "/analytics/searches" },
];

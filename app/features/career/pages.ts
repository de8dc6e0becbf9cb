/** The pages of the area: its dashboard, and the lists behind it. */
export const careerPages = [
  { title: "Overview", href: "/career" },
  { title: "Jobs", href: "/career/jobs" },
  { title: "Applications", href: "/career/applications" },
  { title: "Candidates", href: "/career/candidates" },
  { title: "Interviews", href: "/career/interviews" },
];

/** Returns the breadcrumb of a record's page. */
export const breadcrumbOf = (title: "Jobs" | "Applications" | "Candidates") => [
  { href: "/career", title: "Career" },
  { href: `/career/${title.toLowerCase()}`, title },
];

import type { AreaPage } from "~/features/dashboards/frame";

/** The dashboard of courses and the lists behind it. */
export const coursePages: AreaPage[] = [
  { title: "Overview", href: "/course" },
  { title: "Courses", href: "/course/courses" },
  { title: "Enrolments", href: "/course/enrolments" },
  { title: "Study", href: "/course/study" },
  { title: "Results", href: "/course/results" },
  { title: "Tasks", href: "/course/tasks" },
];

import type { AreaPage } from "~/ui/list/area-tabs";

/** The dashboard of courses and the lists behind it. */
export const coursePages: AreaPage[] = [
  { title: "Overview", href: "/course" },
  { title: "Courses", href: "/course/courses" },
  { title: "Enrolments", href: "/course/enrolments" },
  { title: "Study", href: "/course/study" },
  { title: "Results", href: "/course/results" },
  { title: "Tasks", href: "/course/tasks" },
];

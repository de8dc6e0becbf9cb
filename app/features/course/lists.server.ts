/** The lists of the courses: their screens and their files. */
import { defineList } from "~/core/list/define-list.server";
import { courseColumns, courseListing, withCounts } from "./courses.server";
import { enrolmentColumns, enrolmentListing, withCourse } from "./enrolments.server";
import { withEnrolment } from "./learners.server";
import { resultColumns, resultListing } from "./results.server";
import { studyColumns, studyListing, withLesson } from "./study.server";
import { taskColumns, taskListing } from "./tasks.server";

export const courseList = defineList({
  title: "Courses",
  noun: { one: "course", many: "courses" },
  needs: "reports.view",
  listing: courseListing,
  columns: courseColumns,
  complete: withCounts,
});

export const enrolmentList = defineList({
  title: "Enrolments",
  noun: { one: "enrolment", many: "enrolments" },
  needs: "reports.view",
  listing: enrolmentListing,
  columns: enrolmentColumns,
  complete: withCourse,
});

export const studyList = defineList({
  title: "Study",
  noun: { one: "session", many: "sessions" },
  needs: "reports.view",
  listing: studyListing,
  columns: studyColumns,
  complete: withLesson,
});

export const resultList = defineList({
  title: "Test results",
  noun: { one: "result", many: "results" },
  needs: "reports.view",
  listing: resultListing,
  columns: resultColumns,
  complete: withEnrolment,
});

export const taskList = defineList({
  title: "Tasks",
  noun: { one: "task", many: "tasks" },
  needs: "reports.view",
  listing: taskListing,
  columns: taskColumns,
  complete: withEnrolment,
});

/** Dashboards, and the lists and pages that only they link to. */
import type { Screens } from "./steps";

/** Returns the path of the completed invoices of the last 90 days. */
const paidLately = () =>
  `/invoices?status=complete&paid=${new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 10)}..&method=Credit+Card&sort=-completedAt`;

export const dashboards: Screens = {
  "the course dashboard": (page) => page.goto("/course"),
  "the course dashboard of days without anything": (page) => page.goto("/course?from=2001-02-01&to=2001-02-03"),
  "the course dashboard of an unknown period": (page) => page.goto("/course?period=always"),
  "the list of courses": (page) => page.goto("/course/courses"),
  "a course": (page) => page.goto("/course/courses/1"),
  "the list of enrolments at risk": (page) => page.goto("/course/enrolments?risk=at-risk"),
  "an enrolment at risk": (page) => page.goto("/course/enrolments/5"),
  "an enrolment that is completed": (page) => page.goto("/course/enrolments/1"),
  "the list of study sessions": (page) => page.goto("/course/study?size=10"),
  "the list of test results": (page) => page.goto("/course/results?topic=Tools"),
  "the list of course tasks": (page) => page.goto("/course/tasks?state=overdue"),
  "the analytics": (page) => page.goto("/analytics?period=7d"),
  "the analytics of days without a visit": (page) => page.goto("/analytics?from=2001-01-01&to=2001-01-03"),
  "the visits": (page) => page.goto("/analytics/visits?browser=Chrome%2C+Firefox&returning=yes"),
  "the page views": (page) => page.goto("/analytics/views?route=%2Forders%2F%3Aid"),
  "the searches": (page) => page.goto("/analytics/searches?found=nothing"),
  "the sales dashboard, with the days to choose": async (page) => {
    await page.goto("/sales");
    await page.getByText("Custom", { exact: true }).click();
  },
  "the sales dashboard of days without anything, as a table": async (page) => {
    await page.goto("/sales?from=2001-02-03&to=2001-02-01");
    await page.getByText("View as table").click();
  },
  "the sales dashboard of twelve months": (page) => page.goto("/sales?period=12m"),
  "the list of items sold": (page) => page.goto("/orders/items?category=Furniture"),
  "the finance dashboard": (page) => page.goto("/finance"),
  "the finance dashboard of days without anything, with a notice": (page) =>
    page.goto("/finance?from=2001-02-03&to=2001-01-03"),
  "the invoices that were paid on some days, with what they come to": (page) => page.goto(paidLately()),
  "the career dashboard": (page) => page.goto("/career"),
  "the career dashboard of days on which nothing happened": (page) =>
    page.goto("/career?from=2019-03-01&to=2019-03-05"),
  "the list of jobs": (page) => page.goto("/career/jobs"),
  "a job with its applications": (page) => page.goto("/career/jobs/2"),
  "the list of applications of some hours": (page) => page.goto("/career/applications?weekday=Monday&hour=10%3A00"),
  "the list of applications that are stuck": (page) => page.goto("/career/applications?stuck=yes"),
  "an application with its timeline": (page) => page.goto("/career/applications/19"),
  "the list of candidates": (page) => page.goto("/career/candidates?sort=name"),
  "a candidate": (page) => page.goto("/career/candidates/14"),
  "the list of interviews": (page) => page.goto("/career/interviews?upcoming=yes"),
};

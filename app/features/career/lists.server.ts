/** The lists of the recruiting area: their screens and their files. */
import { defineList } from "~/core/list/define-list.server";
import { applicationColumns, applicationListing, listedApplications } from "./applications.server";
import { candidateColumns, candidateListing, listedCandidates } from "./candidates.server";
import { interviewColumns, interviewListing, listedInterviews } from "./interviews.server";
import { jobColumns, jobListing, listedJobs } from "./jobs.server";

export const jobList = defineList({
  title: "Jobs",
  noun: { one: "job", many: "jobs" },
  needs: "reports.view",
  listing: jobListing,
  columns: jobColumns,
  complete: listedJobs,
});

export const applicationList = defineList({
  title: "Applications",
  noun: { one: "application", many: "applications" },
  needs: "reports.view",
  listing: applicationListing,
  columns: applicationColumns,
  complete: listedApplications,
});

export const candidateList = defineList({
  title: "Candidates",
  noun: { one: "candidate", many: "candidates" },
  needs: "reports.view",
  listing: candidateListing,
  columns: candidateColumns,
  complete: listedCandidates,
});

export const interviewList = defineList({
  title: "Interviews",
  noun: { one: "interview", many: "interviews" },
  needs: "reports.view",
  listing: interviewListing,
  columns: interviewColumns,
  complete: listedInterviews,
});

/** The program of a thread for long work, as tests start it: out of the sources. */
import "~/core/import/import-runs.server";
import "~/resources.server";
import { workHere } from "~/core/jobs/work-here.server";
import "./thread-work";

workHere();

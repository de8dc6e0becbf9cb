/** The program of a thread for long work, as tests start it: out of the sources. */
import "~/import/import-runs.server";
import { workHere } from "~/runs/work-here.server";
import "./thread-work";

workHere();

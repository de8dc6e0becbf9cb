// Starts the program of a thread for long work out of its sources.
import { register } from "tsx/esm/api";

register();
await import("./thread.ts");

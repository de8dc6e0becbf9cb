// `npm test`: everything, on a machine that has nothing yet but Node.
import "./check-node.mjs";

import("./suites.mjs");

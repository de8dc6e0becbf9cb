// `npm test`: runs all tests, on a machine with nothing but Node.

import("./suites.mjs");

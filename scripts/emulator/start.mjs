// `npm run start:emulator`: Portico with sign-in by Firebase, as far as that goes without a Firebase project.
import "../check-node.mjs";

import("./serve.mjs");

// `npm run start:emulator`: runs Portico with Firebase sign-in, without a Firebase project.
import("./serve.mjs");

/** The public settings that a browser needs to open Google's window. */
export interface GoogleSettings {
  apiKey: string;
  authDomain: string;
  projectId: string;
  /** The Firebase emulator's address, such as `http://127.0.0.1:9099`, if it is in use. */
  emulator?: string;
}

/** What a browser needs to open Google's window. All of it is public. */
export interface GoogleSettings {
  apiKey: string;
  authDomain: string;
  projectId: string;
  /** The emulator's address, such as `http://127.0.0.1:9099`, where that stands in for Google. */
  emulator?: string;
}

/** Patterns of browser names, the most specific first, because user agents also contain the later names. */
const browsers: [RegExp, string][] = [
  [/Edg(A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** Describes a user agent, such as "Chrome on Windows". */
export function describeDevice(userAgent: string): string {
  const browser = browserOf(userAgent);
  const system = firstMatchingName(userAgent, systems);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}

/**
 * Returns the browser's name, such as "Chrome", or undefined if it is unknown. Headless Chrome calls itself
 * HeadlessChrome.
 */
export const browserOf = (userAgent: string) => firstMatchingName(userAgent, browsers);

const firstMatchingName = (text: string, names: [RegExp, string][]) =>
  names.find(([pattern]) => pattern.test(text))?.[1];

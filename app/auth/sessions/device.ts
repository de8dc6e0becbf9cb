/** The browsers that have a name here, the pickiest pattern first: each of these calls itself by the later ones too. */
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

/** What a browser calls itself, in words such as "Chrome on Windows". Good enough to recognise one's own devices. */
export function describeDevice(userAgent: string): string {
  const browser = browserOf(userAgent);
  const system = firstMatchingName(userAgent, systems);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}

/**
 * The name of a browser, such as "Chrome"; nothing where it is none of those that have a name here. Without a window
 * Chrome calls itself HeadlessChrome.
 */
export const browserOf = (userAgent: string) => firstMatchingName(userAgent, browsers);

const firstMatchingName = (text: string, names: [RegExp, string][]) =>
  names.find(([pattern]) => pattern.test(text))?.[1];

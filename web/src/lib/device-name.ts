/** The order matters, because most user agents also name the browsers they imitate. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const systems = [
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** Returns a readable name for a user agent: 'Chrome on Windows'. */
export function deviceName(userAgent: string | null): string {
  return findDeviceName(userAgent) ?? 'Unknown device';
}

/** Like `deviceName`, but returns null for an unknown user agent. */
export function findDeviceName(userAgent: string | null): string | null {
  const browser = findName(userAgent, browsers);
  const system = findName(userAgent, systems);
  if (browser === null) return system;
  return system === null ? browser : `${browser} on ${system}`;
}

function findName(
  text: string | null,
  patterns: readonly (readonly [RegExp, string])[],
): string | null {
  return patterns.find(([pattern]) => pattern.test(text ?? ''))?.[1] ?? null;
}

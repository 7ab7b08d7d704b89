/** The name before its look-alikes: Edge says that it is Chrome, and Chrome says that it is Safari. */
const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

type Names = typeof BROWSERS;
const nameIn = (agent: string, names: Names): string | undefined =>
  names.find(([sign]) => sign.test(agent))?.[1];

/** What a browser is called by its `User-Agent`: "Firefox on Linux"; the first word of another program's. */
export function browserText(agent: string | null): string {
  if (agent === null || agent.trim() === '') return 'Not known';
  const browser = nameIn(agent, BROWSERS);
  const system = nameIn(agent, SYSTEMS);
  if (browser === undefined) return agent.trim().split(/\s/, 1)[0] ?? 'Not known';
  return system === undefined ? browser : `${browser} on ${system}`;
}

/** The ranges that one chooses by a name: minutes until now. */
export const PRESETS = {
  '15m': { label: 'Last 15 minutes', minutes: 15 },
  '1h': { label: 'Last hour', minutes: 60 },
  '6h': { label: 'Last 6 hours', minutes: 360 },
  '24h': { label: 'Last 24 hours', minutes: 1440 },
  '7d': { label: 'Last 7 days', minutes: 10_080 },
  '30d': { label: 'Last 30 days', minutes: 43_200 },
  '90d': { label: 'Last 90 days', minutes: 129_600 },
} as const;
export type Preset = keyof typeof PRESETS;

export const DEFAULT_PRESET: Preset = '24h';
export const WIDEST_PRESET: Preset = '90d';

/** From when until when. `until` undefined: until now, whenever that is. */
export interface TimeRange {
  readonly preset: Preset | undefined;
  /** RFC 3339. */
  readonly since: string;
  readonly until: string | undefined;
  readonly label: string;
}

export const isPreset = (text: string | undefined): text is Preset =>
  text !== undefined && Object.hasOwn(PRESETS, text);

const isTime = (text: string | undefined): text is string =>
  text !== undefined && !Number.isNaN(Date.parse(text));

/** The range that an address names: a preset, or any other span such as `45d`; the last 24 hours where it names none that can be read. A preset begins at a whole minute, so that the same question is asked for a minute. */
export function timeRangeOf(
  params: Readonly<Record<string, string | undefined>>,
  nowMs: number,
): TimeRange {
  const { range, since, until } = params;
  if (!isPreset(range) && isTime(since)) {
    const to = isTime(until) && Date.parse(until) > Date.parse(since) ? until : undefined;
    return { preset: undefined, since, until: to, label: labelOf(since, to) };
  }
  const named = isPreset(range) ? undefined : spanOf(range);
  const preset = isPreset(range) ? range : DEFAULT_PRESET;
  const { minutes, label } = named ?? PRESETS[preset];
  const thisMinute = Math.floor(nowMs / 60_000) * 60_000;
  return {
    preset: named ? undefined : preset,
    since: new Date(thisMinute - minutes * 60_000).toISOString(),
    until: undefined,
    label,
  };
}

const UNITS = { m: ['minutes', 1], h: ['hours', 60], d: ['days', 1440] } as const;
/** Ten years: no record is kept longer. */
const MOST_MINUTES = 5_256_000;

/** A span that is none of the presets, as an address may name it all the same: `45d`. */
function spanOf(text = ''): { readonly label: string; readonly minutes: number } | undefined {
  const [, count, unit] = /^([1-9]\d{0,6})([mhd])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) return undefined;
  const [name, minutes] = UNITS[unit as keyof typeof UNITS];
  const all = Number(count) * minutes;
  return all > MOST_MINUTES ? undefined : { label: `Last ${count} ${name}`, minutes: all };
}

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

const labelOf = (since: string, until: string | undefined): string =>
  `${TIME.format(new Date(since))} to ${until === undefined ? 'now' : TIME.format(new Date(until))}`;

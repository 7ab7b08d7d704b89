/** So many characters of a value are drawn: more of them would make the page slow. */
const MOST_SHOWN = 50_000;

export interface ShownValue {
  readonly whole: string;
  readonly shown: string;
  /** Characters that are not shown. */
  readonly left: number;
}

/** A value to read: a text as it is, everything else as JSON. */
export function shownValue(value: unknown): ShownValue {
  const whole = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const shown = whole.slice(0, MOST_SHOWN);
  return { whole, shown, left: whole.length - shown.length };
}

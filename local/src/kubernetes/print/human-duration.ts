const plus = (value: number, unit: string, rest: number, restUnit: string): string =>
  rest === 0 ? `${value}${unit}` : `${value}${unit}${rest}${restUnit}`;

/** A time span (ms) as `kubectl get` shows ages: `33s`, `8m15s`, `3h`, `2d5h`, `324d`. */
export function humanDuration(milliseconds: number): string {
  const seconds = Math.trunc(milliseconds / 1000);
  if (seconds < -1) return '<invalid>';
  if (seconds < 120) return `${Math.max(seconds, 0)}s`;
  return longDuration(Math.floor(seconds / 60), seconds % 60);
}

function longDuration(minutes: number, seconds: number): string {
  const hours = Math.floor(minutes / 60);
  if (minutes < 10) return plus(minutes, 'm', seconds, 's');
  if (minutes < 180) return `${minutes}m`;
  if (hours < 8) return plus(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  if (hours < 192) return plus(days, 'd', hours % 24, 'h');
  if (days < 730) return `${days}d`;
  const years = Math.floor(days / 365);
  return days < 2920 ? plus(years, 'y', days % 365, 'd') : `${years}y`;
}

/** How long ago `moment` (RFC 3339) was at `nowMs`; `<unknown>` without one. */
export function ageOf(moment: string | undefined, nowMs: number): string {
  return moment ? humanDuration(nowMs - Date.parse(moment)) : '<unknown>';
}

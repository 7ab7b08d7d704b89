/** What a receiver asks by `Retry-After`, in seconds or as a date, ms from now; undefined: nothing that can be read. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // Dates of HTTP begin with the day of the week.
  if (!/^[A-Z][a-z]{2}/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

const two = (value: number): string => String(value).padStart(2, '0');

/** A moment as `datetime-local` fields have it, in local time; empty where it is none. */
export function localOf(moment: string): string {
  const at = new Date(moment);
  if (moment === '' || Number.isNaN(at.getTime())) return '';
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const seconds = at.getSeconds() === 0 ? '' : `:${two(at.getSeconds())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}${seconds}`;
}

/** The moment that such a field holds, for the API; undefined where it holds none. */
export function momentOf(local: string): string | undefined {
  const at = new Date(local);
  if (local === '' || Number.isNaN(at.getTime())) return undefined;
  return at.toISOString().replace('.000Z', 'Z');
}

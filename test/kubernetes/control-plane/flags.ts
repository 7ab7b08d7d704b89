/** `--name=value` for each pair. */
export function asFlags(flags: Readonly<Record<string, string | number>>): string[] {
  return Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
}

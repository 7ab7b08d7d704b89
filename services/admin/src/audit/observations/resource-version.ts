/** Whether a resourceVersion is of a later moment than another. Those that are no numbers can't be ordered: another one counts as later. */
export function isLater(version: string, than: string): boolean {
  if (!/^\d+$/.test(version) || !/^\d+$/.test(than)) return version !== than;
  return BigInt(version) > BigInt(than);
}

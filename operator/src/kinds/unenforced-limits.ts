const LIMITS = ['maxBudget', 'rpmLimit', 'tpmLimit'] as const;

/** A note on the limits of a spec that are stored and that no service of this version enforces. */
export function unenforcedLimits(
  spec: Readonly<Partial<Record<(typeof LIMITS)[number], unknown>>>,
): string[] {
  const set = LIMITS.filter((name) => spec[name] !== undefined);
  return set.length > 0 ? [`stored, and not enforced by this version: ${set.join(', ')}`] : [];
}

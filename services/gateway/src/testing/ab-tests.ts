import type { AbTestFragment } from '@aicp/contracts/snapshot/sections/abtests';

/** A running test that gives its variant half of the units. Its seed is `ABTest-<id>`. */
export const abTest = (
  id: string,
  [base, variant]: readonly [base: string, variant: string],
  more: Partial<AbTestFragment> = {},
): AbTestFragment => ({
  source: { kind: 'ABTest', name: id, uid: `ABTest-${id}`, generation: 1 },
  id,
  base,
  variant,
  state: 'running',
  share: 5000,
  stickyBy: 'user',
  ...more,
});

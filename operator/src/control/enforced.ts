import type { Verdict } from '../compile/types.ts';
import type { EnforcedReason } from '../kinds/reasons.ts';
import type { Programmed } from '../snapshot/acks/programmed.ts';

/** How much of an object this version acts on, and on what not. */
export interface Enforced {
  readonly reason: EnforcedReason;
  readonly message: string;
}

/**
 * Says how much of an object services act on, as soon as replicas have it: that some do not have it yet changes nothing here, so that the
 * condition is steady while replicas come and go.
 */
export function enforcedOf(
  { standing, unenforced }: Pick<Verdict, 'standing' | 'unenforced'>,
  programmed: Programmed,
): Enforced {
  const isOnNothing = programmed.reason === 'NotEnforced' || standing === 'left_out';
  if (isOnNothing) return { reason: 'NotEnforced', message: programmed.message };
  const older = standing === 'kept' ? [programmed.message] : [];
  const missing = [...older, ...(unenforced === undefined ? [] : [unenforced])];
  if (missing.length > 0) return { reason: 'PartlyEnforced', message: missing.join('; ') };
  return { reason: 'Enforced', message: 'this version acts on all that it sets' };
}

/** Another session that spends of the same counter and period, as it last said. Amounts are nano-USD, sums over the period. */
export interface Rival {
  readonly session: string;
  /** What it may spend in all. */
  readonly granted: bigint;
  /** What it has spent and reserved. */
  readonly inUse: bigint;
  /** Since when its requests wait for more than it was granted, milliseconds since 1970; undefined: none does. */
  readonly lackingSince: number | undefined;
}

/** What others were granted and do not use: they give it back when they are told that somebody seeks it. */
export const idleOf = (rivals: readonly Rival[]): bigint =>
  rivals.reduce((sum, { granted, inUse }) => (granted > inUse ? sum + granted - inUse : sum), 0n);

/** Whether a session is to give back what it does not use: another has waited for longer. So those who wait are served in turn, and no two keep parts from one another. */
export const isSoughtBy = (
  rivals: readonly Rival[],
  { session, lackingSince }: Pick<Rival, 'session' | 'lackingSince'>,
): boolean =>
  rivals.some((rival) => {
    if (rival.lackingSince === undefined) return false;
    if (lackingSince === undefined || rival.lackingSince < lackingSince) return true;
    return rival.lackingSince === lackingSince && rival.session < session;
  });

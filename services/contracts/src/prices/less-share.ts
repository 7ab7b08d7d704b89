/** All of it: a hundred percent, in billionths of one. */
const ALL = 100_000_000_000n;

/** An amount less a share of it, rounded half up. `share`: billionths of a percent, up to a hundred of these. */
export const lessShare = (amount: bigint, share: bigint): bigint =>
  (amount * (ALL - share) + ALL / 2n) / ALL;

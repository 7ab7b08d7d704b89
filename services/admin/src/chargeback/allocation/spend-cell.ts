/** Spend of a period, by everything that a line item tells apart. A name that there is none of is undefined. */
export interface SpendCell {
  readonly organization: string | undefined;
  readonly businessUnit: string | undefined;
  readonly team: string | undefined;
  readonly model: string | undefined;
  readonly provider: string | undefined;
  readonly requests: bigint;
  /** Of these, requests whose cost is not known: they count as 0. */
  readonly unpriced: bigint;
  /** Of all buckets together. */
  readonly tokens: bigint;
  /** Nano-USD. */
  readonly cost: bigint;
}

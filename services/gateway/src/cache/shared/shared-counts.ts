const READS = ['hit', 'miss', 'unbelieved', 'failed', 'skipped'] as const;
const WRITES = ['kept', 'full', 'failed', 'skipped', 'dropped'] as const;

type Read = (typeof READS)[number];
type Write = (typeof WRITES)[number];

const zeros = <T extends string>(names: readonly T[]): Map<T, number> =>
  new Map(names.map((name) => [name, 0]));

/** What came of asking the store that gateways share, and of putting answers there. */
export class SharedCounts {
  readonly reads: ReadonlyMap<Read, number>;
  readonly writes: ReadonlyMap<Write, number>;
  private readonly ofReads = zeros(READS);
  private readonly ofWrites = zeros(WRITES);

  constructor() {
    this.reads = this.ofReads;
    this.writes = this.ofWrites;
  }

  /** `unbelieved`: what stood there was not sealed for that place, or is past its end. `skipped`: it was left alone. */
  read(outcome: Read): void {
    this.ofReads.set(outcome, (this.ofReads.get(outcome) ?? 0) + 1);
  }

  /** `full`: the server has no room. `dropped`: too many were under way. */
  wrote(outcome: Write): void {
    this.ofWrites.set(outcome, (this.ofWrites.get(outcome) ?? 0) + 1);
  }
}

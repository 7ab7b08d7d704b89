import { GENESIS_HASH, hashOf, type AuditEntry } from './audit-entry.ts';
import { isSigned, type SignedCheckpoint } from './checkpoint.ts';
import type { Kysely } from 'kysely';
import type { AuditTables } from './audit-tables.ts';
import { oldestFirst } from './audit-reader.ts';
import { listCheckpoints } from './checkpoint-store.ts';

/** Where a chain breaks, and why. */
export interface Break {
  readonly seq: number;
  /** Of the entry; null where it is the absence of one. */
  readonly id: string | null;
  readonly reason: string;
}

/** What a walk along the chain found. */
export interface Verification {
  readonly valid: boolean;
  /** Entries that were looked at. */
  readonly entries: number;
  readonly first_seq: number | null;
  readonly last_seq: number | null;
  /** Entries up to this one were dropped behind a signed checkpoint; 0: none. */
  readonly dropped_up_to: number;
  readonly checkpoints: number;
  /** Keys that signed the checkpoints, base64url. */
  readonly checkpoint_keys: readonly string[];
  /** The first break; null where there is none. */
  readonly broken: Break | null;
}

export interface ChainToVerify {
  /** In the order of the chain. */
  readonly entries: AsyncIterable<AuditEntry>;
  /** Read before the entries. */
  readonly checkpoints: readonly SignedCheckpoint[];
  /** Whether a key (base64url) is ours. */
  readonly isOurs: (publicKey: string) => boolean;
}

/** Walks the whole chain: each entry's own hash, its place behind the one before, and what was signed of it. Stops at the first break. */
export async function verifyChain(chain: ChainToVerify): Promise<Verification> {
  const { checkpoints } = chain;
  const walk = new Walk(chain);
  let broken = walk.start();
  if (!broken) {
    for await (const entry of chain.entries) {
      broken = walk.step(entry);
      if (broken) break;
    }
  }
  broken ??= walk.end();
  return {
    valid: broken === undefined,
    entries: walk.entries,
    first_seq: walk.first ?? null,
    last_seq: walk.entries > 0 ? walk.seq : null,
    dropped_up_to: walk.droppedUpTo,
    checkpoints: checkpoints.length,
    checkpoint_keys: [...new Set(checkpoints.map(({ public_key }) => public_key))],
    broken: broken ?? null,
  };
}

class Walk {
  entries = 0;
  first: number | undefined;
  seq = 0;
  droppedUpTo = 0;
  private hash = GENESIS_HASH;
  private readonly chain: ChainToVerify;
  private readonly signed: ReadonlyMap<number, string>;

  constructor(chain: ChainToVerify) {
    this.chain = chain;
    this.signed = new Map(chain.checkpoints.map(({ seq, hash }) => [seq, hash]));
  }

  /** Judges the checkpoints, and begins behind the last entry that was dropped. */
  start(): Break | undefined {
    const { checkpoints, isOurs } = this.chain;
    const forged = checkpoints.find((one) => !isOurs(one.public_key) || !isSigned(one));
    if (forged) return broken(forged.seq, null, 'its checkpoint is not signed by our key');
    const dropped = checkpoints.filter(({ purpose }) => purpose === 'retention').at(-1);
    if (dropped) {
      this.droppedUpTo = dropped.seq;
      this.seq = dropped.seq;
      this.hash = dropped.hash;
    }
    return undefined;
  }

  step(entry: AuditEntry): Break | undefined {
    const { id, seq } = entry;
    const reason = this.reasonAgainst(entry);
    if (reason !== undefined) return broken(seq, id, reason);
    this.first ??= seq;
    this.entries += 1;
    this.seq = seq;
    this.hash = entry.hash;
    return undefined;
  }

  /** What was signed must be there. */
  end(): Break | undefined {
    const last = this.chain.checkpoints.at(-1);
    if (!last || last.seq <= this.seq) return undefined;
    return broken(
      this.seq + 1,
      null,
      `the entries up to ${last.seq}, which we signed, are missing`,
    );
  }

  private reasonAgainst(entry: AuditEntry): string | undefined {
    const expected = this.seq + 1;
    if (entry.seq > expected) return `the entries from ${expected} to ${entry.seq - 1} are missing`;
    if (entry.seq < expected) return `there is another entry with the number ${entry.seq}`;
    if (entry.prev_hash !== this.hash) return 'it does not follow the entry before it';
    if (hashOf(entry) !== entry.hash) return 'its contents were changed';
    const signed = this.signed.get(entry.seq);
    if (signed !== undefined && signed !== entry.hash) return 'it is not the entry that we signed';
    return undefined;
  }
}

const broken = (seq: number, id: string | null, reason: string): Break => ({ seq, id, reason });

/** Verifies the chain that a database holds. `ourKey` is asked for where there are checkpoints; undefined believes whichever key they name. */
export async function verifyDatabase(
  kysely: Kysely<AuditTables>,
  ourKey: () => Promise<string | undefined>,
): Promise<Verification> {
  const checkpoints = await listCheckpoints(kysely);
  const ours = checkpoints.length > 0 ? await ourKey() : undefined;
  return await verifyChain({
    checkpoints,
    entries: oldestFirst(kysely),
    isOurs: (key) => ours === undefined || key === ours,
  });
}

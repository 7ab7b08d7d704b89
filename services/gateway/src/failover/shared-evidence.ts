import type { Board } from '@aicp/common/counters/redis/board';
import { reasonOf } from '@aicp/common/counters/redis/store';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import { STALE_MS } from '../health/fleet/fleet.ts';
import { together, type Evidence } from './evidence.ts';

/** So many rules a replica tells of at most, those with the most attempts. */
const MOST_TOLD = 200;

/** What is told of one rule. */
export interface Told {
  /** Text that changes with the rule and with its source. */
  readonly key: string;
  readonly evidence: Evidence;
}

interface Heard {
  readonly told: ReadonlyMap<string, Evidence>;
  /** Monotonic. */
  readonly staleAt: number;
}

export interface SharedEvidenceOptions {
  readonly board: Pick<Board, 'isReady' | 'exchange' | 'leave'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Logger;
}

/** What the other replicas see of the sources of rules. What was heard counts for as long as it is fresh, whether the server answers or not. */
export class SharedEvidence {
  private readonly options: SharedEvidenceOptions;
  private heard: readonly Heard[] = [];
  private isLost = false;

  constructor(options: SharedEvidenceOptions) {
    this.options = options;
  }

  /** What the others see of one rule's source, together; undefined: nothing. */
  of(key: string): Evidence | undefined {
    const now = this.options.clock.monotonic();
    const fresh = this.heard.filter(({ staleAt }) => staleAt > now);
    const all = fresh.flatMap(({ told }) => told.get(key) ?? []);
    return all.length === 0 ? undefined : all.reduce(together);
  }

  /** Tells the others what this replica sees, and hears what they do: one command. Where the server does not answer, each goes by itself after a while. */
  async exchange(told: readonly Told[]): Promise<void> {
    const { board, clock, log } = this.options;
    if (!board.isReady) return;
    const asked = clock.monotonic();
    try {
      const notices = await board.exchange(write(told));
      this.heard = notices.flatMap(({ ageMs, text }): Heard[] => {
        const read = ageMs < STALE_MS ? readTold(text) : undefined;
        return read ? [{ told: read, staleAt: asked + STALE_MS - ageMs }] : [];
      });
      if (this.isLost) log.info({ replicas: this.heard.length }, 'failover_figures_shared');
      this.isLost = false;
    } catch (error) {
      if (!this.isLost) log.warn({ reason: reasonOf(error) }, 'failover_figures_lost');
      this.isLost = true;
    }
  }

  /** Takes away what this replica told, so that the others forget it at once; where the server is away, it goes by itself. */
  async leave(): Promise<void> {
    const { board, log } = this.options;
    if (!board.isReady) return;
    try {
      await board.leave();
    } catch (error) {
      log.debug({ reason: reasonOf(error) }, 'failover_figures_lost');
    }
  }
}

type Row = readonly [string, number, number, readonly number[], readonly number[]];

function write(told: readonly Told[]): string {
  const most = told.toSorted((a, b) => b.evidence.attempts - a.evidence.attempts);
  const rows = most.slice(0, MOST_TOLD).map(({ key, evidence }): Row => {
    const { attempts, failures, answers, firsts } = evidence;
    return [key, attempts, failures, sparse(answers), sparse(firsts)];
  });
  return JSON.stringify(rows);
}

/** Buckets that are not empty, each as its number and its count. */
const sparse = (buckets: readonly number[]): number[] =>
  buckets.flatMap((count, index) => (count > 0 ? [index, count] : []));

/** More buckets than this are none of ours. */
const MOST_BUCKETS = 1_000;

function dense(pairs: readonly number[]): number[] {
  const buckets: number[] = [];
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const index = pairs[at] ?? 0;
    while (buckets.length <= index) buckets.push(0);
    buckets[index] = pairs[at + 1] ?? 0;
  }
  return buckets;
}

/** What a text tells; undefined where this version does not understand it. */
function readTold(text: string): ReadonlyMap<string, Evidence> | undefined {
  const rows = parsed(text);
  if (!Array.isArray(rows)) return undefined;
  const told = new Map<string, Evidence>();
  for (const row of rows as unknown[]) {
    if (!isRow(row)) return undefined;
    const [key, attempts, failures, answers, firsts] = row;
    told.set(key, { attempts, failures, answers: dense(answers), firsts: dense(firsts) });
  }
  return told;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRow(row: unknown): row is Row {
  if (!Array.isArray(row) || row.length !== 5 || typeof row[0] !== 'string') return false;
  const [, attempts, failures, ...lists] = row as unknown[];
  return isCount(attempts) && isCount(failures) && lists.every(isPairs);
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

const isPairs = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((one, at) => isCount(one) && (at % 2 === 1 || Number(one) < MOST_BUCKETS));

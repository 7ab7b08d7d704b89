import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '@aicp/gateway/providers/simulated/seeded-random';
import { PART_KINDS, type Part, type PartKind } from './parts.ts';

/** No part stays away for longer, but for what it takes to start. */
const LONGEST_AWAY_MS = 1000;
/** Kills come while so much of all requests is over, so that there are requests before the first and after the last. */
const [FIRST, LAST] = [0.03, 0.97];

export interface KillerOptions {
  readonly seed: number;
  readonly parts: readonly Part[];
  readonly requests: number;
  readonly kills: number;
}

/** Kills parts with SIGKILL at moments of chance, and starts each again after a while of chance. Several may be away at a time. */
export class Killer {
  readonly kills = Object.fromEntries(PART_KINDS.map((kind) => [kind, 0])) as Record<
    PartKind,
    number
  >;
  private readonly random: () => number;
  private readonly parts: readonly Part[];
  /** How many requests are over at each kill, the last first. */
  private readonly moments: number[];
  /** Who is killed next, from the end on: everybody once in each round. */
  private deck: Part[] = [];
  private readonly away = new Map<Part, Promise<void>>();
  private readonly failures: unknown[] = [];

  constructor({ seed, parts, requests, kills }: KillerOptions) {
    this.random = seededRandom(seed);
    this.parts = parts;
    this.moments = Array.from({ length: kills }, () =>
      Math.floor(requests * (FIRST + this.random() * (LAST - FIRST))),
    ).sort((one, other) => other - one);
  }

  /** So many requests are over. */
  onOver(over: number): void {
    while ((this.moments.at(-1) ?? Infinity) <= over) {
      this.moments.pop();
      this.killOne();
    }
  }

  /** Resolves when all runs. Rejects where a part did not start. */
  async settled(): Promise<void> {
    await Promise.all(this.away.values());
    if (this.failures.length > 0) throw new AggregateError(this.failures, 'a part did not start');
  }

  private killOne(): void {
    const part = this.next();
    if (!part) return;
    this.kills[part.kind] += 1;
    const back = this.killAndStart(part)
      .catch((error: unknown) => {
        this.failures.push(error);
      })
      .finally(() => this.away.delete(part));
    this.away.set(part, back);
  }

  /** Undefined where all are away. */
  private next(): Part | undefined {
    if (!this.deck.some((part) => !this.away.has(part))) {
      this.deck = [...this.shuffled(), ...this.deck];
    }
    const at = this.deck.findLastIndex((part) => !this.away.has(part));
    return at === -1 ? undefined : this.deck.splice(at, 1)[0];
  }

  private shuffled(): Part[] {
    return this.parts
      .map((part) => ({ part, by: this.random() }))
      .sort((one, other) => one.by - other.by)
      .map(({ part }) => part);
  }

  private async killAndStart(part: Part): Promise<void> {
    await part.kill();
    await sleep(this.random() * LONGEST_AWAY_MS);
    await part.start();
  }
}

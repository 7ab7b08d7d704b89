import type { CountersReport, HealthReport } from '@aicp/contracts/poll/health-report';
import { MOST_TARGETS, type TargetHealth } from '@aicp/crds/kit/target-health';
import { isHeldBack } from './statement.ts';

/** Attempts of the last minute, and how many of them failed. */
export interface Sum {
  readonly attempts: number;
  readonly failures: number;
}

export interface ProviderSum extends Sum {
  readonly targets: readonly TargetHealth[];
}

/** How many replicas say where they count what limits are about, and what they say. */
export interface CountingSum {
  readonly replicas: number;
  /** Each of them, and of those that count in memory, lets its share of a limit pass. */
  readonly alone: number;
  readonly inMemory: number;
  /** So many have a store that may throw counts away. */
  readonly evicting: number;
  /** Why replicas count alone. */
  readonly faults: readonly string[];
}

/** What all replicas together say. */
export interface FleetSums {
  /** How many replicas say anything of health. */
  readonly replicas: number;
  /** By metadata.name. */
  readonly providers: ReadonlyMap<string, ProviderSum>;
  readonly models: ReadonlyMap<string, Sum>;
  /** Undefined where no replica says anything of it. */
  readonly counting: CountingSum | undefined;
}

/** Adds up what replicas report. */
export function fleetSums(
  reports: readonly { readonly replica: string; readonly health: HealthReport }[],
): FleetSums {
  const targets = new Map<string, TargetHealth[]>();
  const models = new Map<string, Sum>();
  for (const { replica, health } of reports) {
    const { at } = health;
    for (const { provider, ...seen } of health.providers) {
      const known = targets.get(provider) ?? [];
      targets.set(provider, known);
      known.push({ replica, ...seen, at });
    }
    for (const { model, attempts, failures } of health.models) {
      models.set(model, plus(models.get(model) ?? NOTHING, { attempts, failures }));
    }
  }
  const providers = new Map<string, ProviderSum>();
  for (const [name, own] of targets) {
    providers.set(name, { ...own.reduce<Sum>(plus, NOTHING), targets: own.sort(byPlace) });
  }
  const counting = countingSum(reports.flatMap(({ health }) => health.counters ?? []));
  return { replicas: reports.length, providers, models, counting };
}

function countingSum(counters: readonly CountersReport[]): CountingSum | undefined {
  if (counters.length === 0) return undefined;
  const having = (mode: CountersReport['mode']) => counters.filter((one) => one.mode === mode);
  return {
    replicas: counters.length,
    alone: having('alone').length,
    inMemory: having('memory').length,
    evicting: counters.filter(({ evicts }) => evicts).length,
    faults: having('alone').flatMap(({ reason }) => reason ?? []),
  };
}

export const NOTHING: Sum = { attempts: 0, failures: 0 };

const plus = (a: Sum, b: Sum): Sum => ({
  attempts: a.attempts + b.attempts,
  failures: a.failures + b.failures,
});

const byPlace = (a: TargetHealth, b: TargetHealth): number =>
  compare(a.replica, b.replica) || compare(a.credential, b.credential);

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** As many of them as a status holds: those that are held back before others, then those with more failures; in their order. */
export function worstOf(targets: readonly TargetHealth[]): readonly TargetHealth[] {
  if (targets.length <= MOST_TARGETS) return targets;
  const badness = (one: TargetHealth): number => Number(isHeldBack(one));
  const worst = targets
    .toSorted((a, b) => badness(b) - badness(a) || b.failures - a.failures)
    .slice(0, MOST_TARGETS);
  return worst.sort(byPlace);
}

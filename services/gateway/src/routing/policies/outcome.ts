import type { Expression } from '@aicp/contracts/conditions/ast';
import type { RulePolicy } from '@aicp/contracts/snapshot/fragments';
import type { Catalog, RuntimeModel } from '../catalog.ts';

/** A policy with its place in the order of reading: 0 is read first. */
export interface Ranked {
  readonly rank: number;
  readonly policy: RulePolicy;
}

/** What all policies of one and the same condition come to, when it holds. */
export interface Outcome {
  /** Undefined holds always. */
  readonly condition: Expression | undefined;
  /** The first permit or prefer. */
  readonly decider: Ranked | undefined;
  /** The first deny of every model. */
  readonly deniesAll: Ranked | undefined;
  /** The first deny of each model that one names. */
  readonly denied: ReadonlyMap<RuntimeModel, Ranked>;
}

/** Joins policies of one condition; `policies` are in the order of reading. */
export function toOutcome(
  condition: Expression | undefined,
  policies: readonly Ranked[],
  catalog: Catalog,
): Outcome {
  const denies = policies.filter(({ policy }) => policy.action === 'deny');
  const denied = new Map<RuntimeModel, Ranked>();
  for (const ranked of denies) {
    for (const model of modelsOf(ranked.policy.targets, catalog)) {
      if (!denied.has(model)) denied.set(model, ranked);
    }
  }
  return {
    condition,
    decider: policies.find(({ policy }) => policy.action !== 'deny' && !isVoid(policy)),
    deniesAll: denies.find(({ policy }) => policy.targets.length === 0 && !policy.targetsMissing),
    denied,
  };
}

/** A prefer whose every target is gone does nothing, not even shadow the next. */
const isVoid = (policy: RulePolicy): boolean => policy.action === 'prefer' && policy.targetsMissing;

/** The models behind names; a group stands for its members. */
function modelsOf(names: readonly string[], catalog: Catalog): RuntimeModel[] {
  return names.flatMap((name) =>
    catalog
      .everything(name)
      .flatMap((served) =>
        served.kind === 'model' ? [served] : served.members.map(({ model }) => model),
      ),
  );
}

/** Highest priority first; equal: the older; equal still: by id. */
export function inReadingOrder(policies: readonly RulePolicy[]): Ranked[] {
  const moments = new Map(policies.map((policy) => [policy, Date.parse(policy.created)]));
  const at = (policy: RulePolicy): number => moments.get(policy) ?? 0;
  return [...policies]
    .sort((a, b) => b.priority - a.priority || at(a) - at(b) || (a.id < b.id ? -1 : 1))
    .map((policy, rank) => ({ rank, policy }));
}

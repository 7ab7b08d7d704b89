import { branchesOf, handlerOf, planOf, type Place } from '../plan.ts';
import type { SpecStep } from './spec-steps.ts';

/** What is known of the other steps, of a template whose order has no fault. */
export interface Sight {
  /** Steps that may have ended when this one starts. Without an id: when all have. */
  visibleTo(id?: string): ReadonlySet<string>;
  /** The `foreach` around a step, where there is one: for others it has run many times, or never. */
  roundOf(id: string): string | undefined;
}

/** Who can know of whom. */
export function sightOf(steps: readonly SpecStep[]): Sight {
  const plan = planOf(steps);
  const byId = new Map(steps.map((step) => [step.id, step]));
  const inner = (id: string): readonly string[] => {
    const step = byId.get(id);
    if (step === undefined) return [];
    return branchesOf(step)
      .filter(({ path }) => step.type !== 'foreach' || path[0] === 'onError')
      .flatMap(({ ids }) => ids);
  };
  return {
    visibleTo: (id) => {
      const first = id === undefined ? topOf(plan) : before(id, { plan, byId });
      return closure(first, (one) => [...(plan.get(one)?.waitsFor ?? []), ...inner(one)]);
    },
    roundOf: (id) => roundOf(id, { plan, byId }),
  };
}

interface Known {
  readonly plan: ReadonlyMap<string, Place>;
  readonly byId: ReadonlyMap<string, SpecStep>;
}

const topOf = (plan: Known['plan']): readonly string[] =>
  [...plan].filter(([, { owner }]) => owner === undefined).map(([id]) => id);

/** Those that a step waits for, and those that the ones around it wait for; a step that stands in for another sees that one's fault. */
function before(id: string, known: Known): readonly string[] {
  const place = known.plan.get(id);
  if (place === undefined) return [];
  const { owner, waitsFor } = place;
  if (owner === undefined) return waitsFor;
  const step = known.byId.get(owner);
  const failed = step !== undefined && handlerOf(step) === id ? [owner] : [];
  return [...waitsFor, ...failed, ...before(owner, known)];
}

function roundOf(id: string, known: Known): string | undefined {
  const owner = known.plan.get(id)?.owner;
  const step = owner === undefined ? undefined : known.byId.get(owner);
  if (step === undefined) return undefined;
  const isRound = step.type === 'foreach' && handlerOf(step) !== id;
  return isRound ? step.id : roundOf(step.id, known);
}

function closure(
  first: readonly string[],
  next: (id: string) => readonly string[],
): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...first];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    open.push(...next(id));
  }
  return reached;
}

import { handlerOf, planOf, type Place } from '../plan.ts';
import type { SpecStep } from './spec-steps.ts';

/** What is known of the other steps, of a template whose order has no fault. */
export interface Sight {
  /** Steps that may have ended when this one starts. Without an id: when all have. */
  visibleTo(id?: string): ReadonlySet<string>;
  /** The step that runs this one, where there is one: outside of that, only its output is known. */
  ownerOf(id: string): string | undefined;
  /** Whether a step runs once for each item of a `foreach`. */
  isInForeach(id: string): boolean;
}

/** Who can know of whom: a step of those that it waits for, and of those that the steps around it wait for. */
export function sightOf(steps: readonly SpecStep[]): Sight {
  const plan = planOf(steps);
  const known = { plan, byId: new Map(steps.map((step) => [step.id, step])) };
  return {
    visibleTo: (id) =>
      closure(
        id === undefined ? topOf(plan) : before(id, known),
        (one) => plan.get(one)?.waitsFor ?? [],
      ),
    ownerOf: (id) => plan.get(id)?.owner,
    isInForeach: (id) => isInForeach(id, known),
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

function isInForeach(id: string, known: Known): boolean {
  const owner = known.plan.get(id)?.owner;
  const step = owner === undefined ? undefined : known.byId.get(owner);
  if (step === undefined) return false;
  return (step.type === 'foreach' && handlerOf(step) !== id) || isInForeach(step.id, known);
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

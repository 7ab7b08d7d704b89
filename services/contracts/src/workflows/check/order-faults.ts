import { branchesOf, handlerOf, planOf, type Place } from '../plan.ts';
import type { Fault, SpecStep } from './spec-steps.ts';

type Plan = ReadonlyMap<string, Place>;

/** Steps that are named and are not there, that are named twice, or that would wait for themselves. */
export function orderFaults(steps: readonly SpecStep[]): readonly Fault[] {
  const wrong = [...idFaults(steps), ...namedFaults(steps)];
  return wrong.length > 0 ? wrong : cycleFaults(steps);
}

function idFaults(steps: readonly SpecStep[]): readonly Fault[] {
  const seen = new Set<string>();
  return steps.flatMap(({ id, path }) => {
    const isSecond = seen.has(id);
    seen.add(id);
    if (isSecond) return at([...path, 'id'], `"${id}" names two steps: give one another id`);
    if (id !== 'fail' && id !== 'continue') return [];
    return at([...path, 'id'], `"${id}" is a word of onError: give the step another id`);
  });
}

function namedFaults(steps: readonly SpecStep[]): readonly Fault[] {
  const ids = new Set(steps.map(({ id }) => id));
  const owners = new Map<string, string>();
  const nested = steps.flatMap((step) =>
    branchesOf(step).flatMap(({ path, ids: named }) =>
      named.flatMap((id, index) => {
        const where = [...step.path, ...path, ...(path[0] === 'onError' ? [] : [index])];
        if (!ids.has(id)) return at(where, unknown(id));
        const owner = owners.get(id);
        owners.set(id, step.id);
        if (owner === undefined) return [];
        const message = `"${id}" is run by "${owner}" already: a step belongs to one place, so write a second one`;
        return at(where, message);
      }),
    ),
  );
  const listOf = listsOf(steps);
  const needed = steps.flatMap((step) =>
    (step.needs ?? []).flatMap((id, index) => {
      const where = [...step.path, 'needs', index];
      if (!ids.has(id)) return at(where, unknown(id));
      if (listOf.get(step.id) === listOf.get(id)) return [];
      const message = `"${id}" does not stand in the same list as "${step.id}": name one that does, or the step that runs it`;
      return at(where, message);
    }),
  );
  return [...nested, ...needed];
}

/** The list that each step stands in; none for the one at the top. */
const listsOf = (steps: readonly SpecStep[]): ReadonlyMap<string, string> =>
  new Map(
    steps.flatMap((step) =>
      branchesOf(step).flatMap(({ path, ids }) =>
        ids.map((id) => [id, JSON.stringify([step.id, path])] as const),
      ),
    ),
  );

const unknown = (id: string): string => `there is no step "${id}": name one of the steps`;

function cycleFaults(steps: readonly SpecStep[]): readonly Fault[] {
  const plan = planOf(steps);
  return steps.flatMap((step) => {
    const owners = circleFrom(step.id, (id) => ownerOf(plan, id));
    if (owners !== undefined) {
      const field = handlerOf(step) === undefined ? 'with' : 'onError';
      return at(
        [...step.path, field],
        `is never reached: ${circle(owners)} ${owners.length === 1 ? 'runs itself' : 'run one another'}`,
      );
    }
    const waits = circleFrom(step.id, (id) => plan.get(id)?.waitsFor ?? []);
    if (waits === undefined) return [];
    const field = step.needs === undefined ? 'id' : 'needs';
    const message = `waits for itself: ${circle(waits)}, so that none of them ever starts`;
    return at([...step.path, field], message);
  });
}

const ownerOf = (plan: Plan, id: string): readonly string[] => {
  const owner = plan.get(id)?.owner;
  return owner === undefined ? [] : [owner];
};

const circle = (ids: readonly string[]): string => ids.map((id) => `"${id}"`).join(', ');

/** The way from a step back to itself, where there is one. */
function circleFrom(
  start: string,
  next: (id: string) => readonly string[],
): readonly string[] | undefined {
  const cameFrom = new Map<string, string>();
  const open = [start];
  for (let id = open.shift(); id !== undefined; id = open.shift()) {
    for (const one of next(id)) {
      if (one === start) return wayTo(id, cameFrom);
      if (cameFrom.has(one)) continue;
      cameFrom.set(one, id);
      open.push(one);
    }
  }
  return undefined;
}

function wayTo(id: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const before = cameFrom.get(id);
  return before === undefined ? [id] : [...wayTo(before, cameFrom), id];
}

const at = (path: Fault['path'], message: string): readonly Fault[] => [{ path, message }];

import { handlerOf, planOf, type Place, type PlannedStep } from '@aicp/contracts/workflows/plan';

/** A step as it is drawn. */
export interface Box {
  readonly id: string;
  readonly type: string;
  /** From the top, and in its row from the left; both from 0. */
  readonly row: number;
  readonly column: number;
}

/** What leads from one step to another. */
export interface Line {
  readonly from: string;
  readonly to: string;
  /** `next`: one ends, then the other starts. `inside`: the first runs the other. `failure`: the other runs in place of the first, where that fails. */
  readonly kind: 'next' | 'inside' | 'failure';
}

export interface Graph {
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
  /** Boxes of the longest row. */
  readonly columns: number;
  readonly rows: number;
}

/** Where the steps of a workflow stand in a drawing: each below all that comes before it. Steps in a circle, which nothing can run, are drawn all the same. */
export function graphOf(steps: readonly PlannedStep[]): Graph {
  const plan = planOf(steps);
  const known = new Map(steps.map((step) => [step.id, step]));
  const lines = steps.flatMap((step) => linesTo(step, plan, known));
  const rows = rowsOf(steps, lines);
  const filled: number[] = [];
  const handled = new Map(
    lines.flatMap(({ from, to, kind }) => (kind === 'failure' ? [[to, from]] : [])),
  );
  const columns = new Map<string, number>();
  const boxes = steps.map(({ id, type }): Box => {
    const row = rows.get(id) ?? 0;
    // What runs where a step fails stands beside the way that is gone otherwise.
    const beside = (columns.get(handled.get(id) ?? '') ?? -1) + 1;
    const column = Math.max(filled[row] ?? 0, beside);
    filled[row] = column + 1;
    columns.set(id, column);
    return { id, type, row, column };
  });
  return { boxes, lines, columns: Math.max(0, ...filled), rows: filled.length };
}

type Known = ReadonlyMap<string, PlannedStep>;
type Plan = ReadonlyMap<string, Place>;

function linesTo({ id: to }: PlannedStep, plan: Plan, known: Known): readonly Line[] {
  const { owner, waitsFor } = plan.get(to) ?? { owner: undefined, waitsFor: [] };
  const before = waitsFor.filter((id) => known.has(id));
  if (before.length === 0 && owner !== undefined) {
    const runs = known.get(owner);
    const isHandler = runs !== undefined && handlerOf(runs) === to;
    return [{ from: owner, to, kind: isHandler ? 'failure' : 'inside' }];
  }
  return before
    .flatMap((id) => endsOf(id, plan, known))
    .map((from) => ({ from, to, kind: 'next' }));
}

/** The last steps of what a step runs, by which it ends; itself where it runs none, or only another one where it fails. */
function endsOf(
  id: string,
  plan: Plan,
  known: Known,
  seen: ReadonlySet<string> = new Set(),
): readonly string[] {
  if (seen.has(id)) return [];
  const inside = [...plan].filter(([one, { owner }]) => owner === id && known.has(one));
  const waited = new Set(inside.flatMap(([, { waitsFor }]) => waitsFor));
  const step = known.get(id);
  const handler = step && handlerOf(step);
  const isAlone = inside.every(([one]) => one === handler);
  const ends = inside
    .filter(([one]) => !waited.has(one))
    .flatMap(([one]) => endsOf(one, plan, known, new Set([...seen, id])));
  return isAlone ? [id, ...ends] : ends;
}

/** The row of each step: one more than the lowest that leads to it. */
function rowsOf(
  steps: readonly PlannedStep[],
  lines: readonly Line[],
): ReadonlyMap<string, number> {
  const rows = new Map(steps.map(({ id }) => [id, 0]));
  // A way through all steps has so many lines: more rounds would only follow a circle.
  for (let round = 1; round < steps.length; round += 1) {
    let isMoved = false;
    for (const { from, to } of lines) {
      const least = Math.min((rows.get(from) ?? 0) + 1, steps.length - 1);
      if ((rows.get(to) ?? 0) >= least) continue;
      rows.set(to, least);
      isMoved = true;
    }
    if (!isMoved) break;
  }
  return compact(rows);
}

/** Without the rows that nothing stands in, which only a circle leaves. */
function compact(rows: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const used = [...new Set(rows.values())].sort((one, other) => one - other);
  return new Map([...rows].map(([id, row]) => [id, used.indexOf(row)]));
}

import type { DecisionStep } from '../../decision/decision-record.ts';
import type { Resolution, RoutingModel } from '../catalog/resolution.ts';
import type { FailoverBook, FailoverRule } from './failover-book.ts';

/**
 * What a rule does to one request. `away`: the target serves, and the source stands behind everybody else; `probe`: the source is tried, and the
 * target right after it; `watching`: the target stands behind everybody else, for a request that nobody could serve without it.
 */
export type FailoverCourse = 'away' | 'probe' | 'watching';

/** How the rules stand. */
export interface FailoverStates {
  courseOf(rule: FailoverRule): FailoverCourse;
}

/** The rules, and how they stand; where nobody knows that, they move nothing, and say so. */
export interface Failovers<M extends RoutingModel = RoutingModel> {
  readonly book: FailoverBook<M>;
  readonly states?: FailoverStates | undefined;
}

/** What became of a rule in a request. */
export interface FailoverMove<M extends RoutingModel = RoutingModel> {
  /** metadata.name and metadata.uid of the rule. */
  readonly rule: string;
  readonly uid: string;
  readonly source: M;
  readonly course: FailoverCourse;
  /** Who serves by it, in order; empty where nobody may, so that the source stays where it is. */
  readonly targets: readonly M[];
  /** Those of them that would not serve without it, or only after the source. */
  readonly instead: readonly M[];
}

interface Places<M> {
  /** In the place of the model. */
  readonly front: readonly M[];
  /** Behind everybody else. */
  readonly back: readonly M[];
}

const NO_RULES: readonly never[] = [];
const NOBODY: readonly never[] = [];

/** Has the targets of rules serve in the place of their sources. Pure but for what the states draw. */
export class FailoverMoves<M extends RoutingModel> {
  moves: readonly FailoverMove<M>[] = [];
  private readonly failovers: Failovers<M>;
  private readonly organization: string | undefined;
  private readonly servingBy: (name: string) => readonly M[];

  /** `servingBy` says who may serve the request by a name, each followed by its fallbacks. */
  constructor(
    failovers: Failovers<M>,
    organization: string | undefined,
    servingBy: (name: string) => readonly M[],
  ) {
    this.failovers = failovers;
    this.organization = organization;
    this.servingBy = servingBy;
  }

  /** The candidates with targets in the places of sources; the same object where no rule is about any of them. */
  over(candidates: readonly M[]): readonly M[] {
    const { book } = this.failovers;
    if (!candidates.some((model) => book.isSource(model))) return candidates;
    const all = candidates.map((model) => this.place(model, new Set([model])));
    this.moves = this.moves.map((move) => ({ ...move, instead: insteadOf(move, candidates) }));
    const order = [...all.flatMap(({ front }) => front), ...all.flatMap(({ back }) => back)];
    return [...new Set(order)];
  }

  /** The rule by which another model serves in the place of this one; undefined: it keeps its place. */
  from(model: M): FailoverMove<M> | undefined {
    const { book, states } = this.failovers;
    if (!states || !book.isSource(model)) return undefined;
    for (const rule of book.of(model, this.organization)) {
      const course = states.courseOf(rule);
      if (course !== 'away') continue;
      const { front: targets } = this.targetsOf(rule, new Set([model]));
      const { id, uid } = rule;
      if (targets.length > 0) {
        return { rule: id, uid, source: model, course, targets, instead: targets };
      }
    }
    return undefined;
  }

  /** The steps of a decision: what was moved, what could not be, and what nobody knows here. */
  steps(): DecisionStep[] {
    return this.moves.flatMap((move) => {
      const outcome = this.outcomeOf(move);
      const step = { stage: 'failover', policy: move.rule };
      return outcome ? [{ ...step, ...outcome }] : [];
    });
  }

  private outcomeOf({ source, course, targets }: FailoverMove<M>) {
    const [first] = targets;
    if (!this.failovers.states) return unknown(source, first);
    if (course === 'watching') return undefined;
    if (!first) {
      const detail = `${source.id} stays: nobody whom this request may use serves instead`;
      return { outcome: 'stays', detail };
    }
    if (course === 'probe') return { outcome: 'probe', detail: `${source.id}, then ${first.id}` };
    return { outcome: 'failed_over', detail: `${source.id} to ${first.id}` };
  }

  /** Where a model stands by the rules about it. `seen` are the models on the way to it: a chain that comes back to one of them ends. */
  private place(model: M, seen: Set<M>): Places<M> {
    const { book } = this.failovers;
    const rules = book.isSource(model) ? book.of(model, this.organization) : NO_RULES;
    if (rules.length === 0) return { front: [model], back: NOBODY };
    const away: M[] = [];
    const next: M[] = [];
    const back: M[] = [];
    for (const { rule, course } of this.inTurn(rules)) {
      const targets = this.targetsOf(rule, seen);
      const { id, uid } = rule;
      const move = { rule: id, uid, source: model, course, targets: targets.front, instead: [] };
      this.moves = [...this.moves, move];
      if (course === 'watching') back.push(...targets.front);
      else (course === 'away' ? away : next).push(...targets.front);
      back.push(...targets.back);
    }
    if (away.length > 0) return { front: [...away, ...next], back: [...back, model] };
    return { front: [model, ...next], back };
  }

  /** Whoever serves now has its targets before who may have to: a model that several rules name has its place by the first of them. */
  private inTurn(rules: readonly FailoverRule<M>[]) {
    const { states } = this.failovers;
    const all = rules.map((rule) => ({ rule, course: states?.courseOf(rule) ?? 'watching' }));
    return all.length < 2
      ? all
      : all.toSorted((a, b) => TURNS.indexOf(a.course) - TURNS.indexOf(b.course));
  }

  private targetsOf({ target }: FailoverRule<M>, seen: Set<M>): Places<M> {
    const found = { front: [] as M[], back: [] as M[] };
    for (const model of this.servingBy(target)) {
      if (seen.has(model) || model.provider.unusable !== undefined) continue;
      seen.add(model);
      const { front, back } = this.place(model, seen);
      found.front.push(...front);
      found.back.push(...back);
    }
    return found;
  }
}

const TURNS: readonly FailoverCourse[] = ['away', 'probe', 'watching'];

function unknown(source: RoutingModel, first: RoutingModel | undefined) {
  const instead = first ? `${first.id} serves in its place` : 'nobody serves in its place';
  const detail = `whether ${source.id} is in failover is known to the gateways alone: while it is, ${instead}`;
  return { outcome: 'unknown', detail };
}

/** Without the rule, a target serves in its own place among the candidates: before the source, or after it. */
function insteadOf<M extends RoutingModel>(
  { source, course, targets }: FailoverMove<M>,
  candidates: readonly M[],
): readonly M[] {
  const before = candidates.slice(0, course === 'away' ? candidates.indexOf(source) : undefined);
  return targets.filter((model) => !before.includes(model));
}

/** Whether a rule has others serve in the place of a model, as far as anybody may. */
export const isAwayFrom = <M extends RoutingModel>(
  { source, course }: FailoverMove<M>,
  model: Resolution<M>,
): boolean => source === model && course === 'away';

/** The move by which a model serves that would not serve without it, or only after its source; undefined where there is none. */
export const failoverTo = <M extends RoutingModel>(
  moves: readonly FailoverMove<M>[],
  model: M,
): FailoverMove<M> | undefined => moves.find(({ instead }) => instead.includes(model));

import { armOf, type Arm } from '../../abtests/assign.ts';
import type { DecisionStep } from '../../decision/decision-record.ts';
import type { Resolution, RoutingModel } from '../catalog/resolution.ts';
import { isAwayFrom, type FailoverMove } from '../failover/failover-moves.ts';
import type { Principal } from '../request/principal.ts';
import type { AbTest, AbTests } from './ab-tests.ts';

/** In which arm of which test a request is. It stays in it whoever serves in the end. */
export interface Assignment {
  /** metadata.name of the ABTest. */
  readonly test: string;
  readonly arm: Arm;
}

/** Who a request is from, as tests stick to it. */
export interface TrialUnit {
  readonly principal: Pick<Principal, 'key' | 'user' | 'organization'>;
  /** The request's own `user`. */
  readonly user: string | undefined;
  /** Id of the request, which no client chooses. */
  readonly id: string;
}

export interface TrialRequest<M extends RoutingModel> extends TrialUnit {
  readonly tests: AbTests<M>;
  readonly resolution: Resolution<M>;
  /** By policies, fallbacks and prices. */
  readonly route: {
    readonly candidates: readonly M[];
    /** Whether a model may serve, whether it is one of the candidates or not. */
    readonly mayServe: (model: M) => boolean;
    /** What became of the failover rules that are about a candidate, and the rule by which another model serves in the place of one. */
    readonly moves: readonly FailoverMove<M>[];
    readonly movedFrom: (model: M) => FailoverMove<M> | undefined;
  };
  /** Whether the first of these may serve at its price, where they are tried in this order. */
  readonly hasPrice: (candidates: readonly M[]) => boolean;
}

/** What a test made of a route. */
export interface Trial<M extends RoutingModel> {
  readonly candidates: readonly M[];
  /** Undefined where the request takes part in none. */
  readonly assignment: Assignment | undefined;
  readonly steps: readonly DecisionStep[];
}

/**
 * What tests make of a request that may be served: the variant first where the unit is in its arm, with all others after it. A request takes part where it asks for the
 * test's base model, policies and failover rules leave that one first, and the variant may serve it just as well, is not in failover and can be asked, as
 * the base model can; else it is in neither arm, so that both have the same kind of requests. Undefined where no test has to do with it. Pure.
 */
export function tryTests<M extends RoutingModel>(request: TrialRequest<M>): Trial<M> | undefined {
  const { tests, resolution, principal, route } = request;
  if (tests.isEmpty || resolution.kind !== 'model') return undefined;
  const test = tests.of(resolution, principal.organization);
  if (!test) return undefined;
  const { candidates } = route;
  const { name, variant, state } = test;
  const instead = withFirst(variant, candidates);
  const obstacle = obstacleTo(test, request, instead);
  if (obstacle !== undefined) {
    const steps = [stepOf('excluded', `${name}: ${obstacle}`)];
    return { candidates, assignment: undefined, steps };
  }
  const detail = `${name}: ${variant.id}`;
  if (state === 'promoted') {
    return { candidates: instead, assignment: undefined, steps: [stepOf('promoted', detail)] };
  }
  const arm = armOf(test.seed, unitOf(test, request), test.share);
  const assignment = { test: name, arm };
  return arm === 'variant'
    ? { candidates: instead, assignment, steps: [stepOf(arm, detail)] }
    : { candidates, assignment, steps: [stepOf(arm, `${name}: ${resolution.id}`)] };
}

/** Whom a test sticks to. */
export function unitOf({ stickyBy }: Pick<AbTest, 'stickyBy'>, unit: TrialUnit): string {
  const { principal, user, id } = unit;
  if (stickyBy === 'request') return id;
  return stickyBy === 'key' ? principal.key : (principal.user ?? user ?? principal.key);
}

/** Why a request is in neither arm; undefined: it is in one. */
function obstacleTo<M extends RoutingModel>(
  test: AbTest<M>,
  { resolution, route, hasPrice }: TrialRequest<M>,
  instead: readonly M[],
): string | undefined {
  const { variant } = test;
  const [first] = route.candidates;
  if (first !== resolution) return otherIsFirst(resolution, route);
  const unusable = unusableOf(test, first);
  if (unusable) return `${unusable.id} cannot be asked: its provider is not usable`;
  if (!route.mayServe(variant)) return `${variant.id} may not serve this request`;
  const move = route.movedFrom(variant);
  if (move) return movedBy(move, move.targets[0]);
  return hasPrice(instead) ? undefined : `${variant.id} has no price, and needs one`;
}

/** Which of the models nobody can be sent to. A variant that was promoted serves also where its base model is gone. */
function unusableOf<M extends RoutingModel>({ variant, state }: AbTest<M>, base: M): M | undefined {
  if (state !== 'promoted' && base.provider.unusable !== undefined) return base;
  return variant.provider.unusable === undefined ? undefined : variant;
}

/** Why another model than the one that was asked for is first. */
function otherIsFirst<M extends RoutingModel>(
  asked: Resolution<M>,
  { candidates: [first], moves }: Pick<TrialRequest<M>['route'], 'candidates' | 'moves'>,
): string {
  const move = moves.find(
    (one) => isAwayFrom(one, asked) && one.instead.some((model) => model === first),
  );
  return move ? movedBy(move, first) : 'a policy decided who serves';
}

const movedBy = <M extends RoutingModel>(
  { rule, source }: FailoverMove<M>,
  first: M | undefined,
): string => `the failover rule ${rule} has ${first?.id ?? 'another'} serve for ${source.id}`;

function withFirst<M>(first: M, all: readonly M[]): readonly M[] {
  const list = [first];
  for (const one of all) if (one !== first) list.push(one);
  return list;
}

const stepOf = (outcome: string, detail: string): DecisionStep => ({
  stage: 'abtest',
  outcome,
  detail,
});

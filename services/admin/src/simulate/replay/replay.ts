import type { Budgets } from '@aicp/contracts/budgets/budgets';
import { stoppedBy } from '@aicp/contracts/budgets/stopped-by';
import type { CandidateFacts } from '@aicp/contracts/decision/decision-record';
import type { CandidateStats } from '@aicp/contracts/routing/catalog/candidate-stats';
import type { Entitlement } from '@aicp/contracts/routing/catalog/entitlement';
import type { Resolution, RoutingModel } from '@aicp/contracts/routing/catalog/resolution';
import { modelNotFound, type RoutingRefusal } from '@aicp/contracts/routing/refusal';
import { RequestAttributes } from '@aicp/contracts/routing/request/request-attributes';
import type { Principal } from '@aicp/contracts/routing/request/principal';
import { route, type Route } from '@aicp/contracts/routing/route';
import * as stages from '@aicp/contracts/routing/stages';
import { tryTests } from '@aicp/contracts/routing/trial/try-tests';
import { entitlementOf, type RoutingTables } from '@aicp/contracts/routing/tables';
import type { RecordedRequest } from '@aicp/ledger/query/recorded-requests';
import type { RecordedFacts } from './recorded-facts.ts';
import { ReplayedOrder, type Draw } from './replayed-order.ts';
import type { UnknownAttributes } from './unknown-attributes.ts';

/** Routing that requests are put through again. */
export interface ReplayTables {
  readonly tables: RoutingTables;
  readonly budgets: Budgets;
  readonly unknown: UnknownAttributes;
}

/** A recorded request, whose it was, and what it said. */
export interface ReplayedInput {
  readonly request: RecordedRequest;
  readonly principal: Principal;
  readonly facts: RecordedFacts;
}

/** What became of a request that was routed again. */
export interface Replayed {
  /** Who may serve, in order; none where it is refused. */
  readonly candidates: readonly RoutingModel[];
  /** The first of them that can be asked. */
  readonly first: RoutingModel | undefined;
  readonly refusal: RoutingRefusal | undefined;
  /** How groups were ordered, by their names. */
  readonly draws: ReadonlyMap<string, Draw>;
  /** On what it hangs that was not recorded, so that nothing can be said; undefined: on nothing. */
  readonly missing: string | undefined;
}

const NO_DRAWS: ReadonlyMap<string, Draw> = new Map();

/** Routes a recorded request again: by its names, lists and models as they are now, and by what was recorded of the request and of its candidates. */
export function replay(
  { tables, budgets, unknown }: ReplayTables,
  { request, principal, facts }: ReplayedInput,
): Replayed {
  const at = Date.parse(request.at);
  const entitlement = entitlementOf(principal, tables, at);
  const found = resolutionOf(tables, entitlement, { request, at });
  if ('status' in found) return refusedBy(found);
  const { resolution, requestedName } = found;
  const { refusal: noAccess } = stages.checkAccess(resolution, requestedName, entitlement);
  if (noAccess) return refusedBy(noAccess);
  const attributes = new RequestAttributes({
    ...facts,
    principal,
    resolution,
    environment: tables.settings.environment,
    time: () => tables.settings.clock.at(at),
    readers: tables.policies.attributeReaders,
  });
  const missing = unknown.missingIn(request, principal.organization, attributes.get);
  const stats = new RecordedStats(request);
  const ordering = new ReplayedOrder<RoutingModel>(request.candidates, request.id);
  const routed = route({
    ...{ resolution, entitlement, attributes, stats },
    catalog: tables.catalog,
    policies: tables.settings.routingPolicies ? tables.policies : undefined,
    random: () => 0,
    order: ordering.order,
  });
  const denied = stages.checkCandidates(routed);
  const asked = { request, principal, facts, requestedName };
  const priced = pricedOf({ tables, budgets }, routed, asked);
  const candidates = tried(
    { tables, budgets },
    { ...routed, ...priced.route },
    { ...asked, resolution },
  );
  return {
    candidates,
    first: stages.firstUsable(candidates, requestedName).model,
    refusal: denied ?? priced.refusal,
    draws: ordering.draws,
    missing: missing ?? stats.missing,
  };
}

/** Whose request it is, and by which name. */
interface AskedAgain extends ReplayedInput {
  readonly requestedName: string;
}

type Where = Pick<ReplayTables, 'tables' | 'budgets'>;

const pricedOf = (
  { tables, budgets }: Where,
  routed: Pick<Route<RoutingModel>, 'candidates' | 'instead'>,
  asked: AskedAgain,
) =>
  stages.checkPrices(routed, asked.requestedName, {
    policy: tables.settings.unpricedModelPolicy,
    hasMoneyLimit: hasMoneyLimit({ tables, budgets }, asked, routed.candidates),
    at: Date.parse(asked.request.at),
  });

/** The candidates as A/B tests would have them: the arm follows from who asks. */
function tried(
  where: Where,
  routed: Route<RoutingModel>,
  asked: AskedAgain & { readonly resolution: Resolution },
): readonly RoutingModel[] {
  const { request, principal, facts, resolution } = asked;
  if (routed.candidates.length === 0) return routed.candidates;
  const trial = tryTests({
    ...{ tests: where.tables.abTests, resolution, route: routed, principal, id: request.id },
    user: facts.user,
    hasPrice: (candidates) =>
      pricedOf(where, { ...routed, candidates }, asked).route.candidates[0] === candidates[0],
  });
  return trial?.candidates ?? routed.candidates;
}

/** Whether a model without a price could not serve, because a budget counts the request; asked of those alone that have such a candidate. */
function hasMoneyLimit(
  { tables, budgets }: Where,
  { request, principal }: Pick<AskedAgain, 'request' | 'principal'>,
  candidates: readonly RoutingModel[],
): boolean {
  if (!tables.settings.costTracking) return false;
  const at = Date.parse(request.at);
  if (candidates.every(({ pricing }) => pricing.at(at).isPriced)) return false;
  const tags = request.replay?.metadata;
  return stoppedBy(budgets, { spender: principal, tags, candidates });
}

const refusedBy = (refusal: RoutingRefusal): Replayed => ({
  ...{ candidates: [], first: undefined, refusal, draws: NO_DRAWS, missing: undefined },
});

/**
 * What the request's name stands for. Where something else served in its place (the cheaper model of a budget, the arm of a test), that is what policies were asked
 * about.
 */
function resolutionOf(
  tables: RoutingTables,
  entitlement: Entitlement,
  { request, at }: { readonly request: RecordedRequest; readonly at: number },
): { readonly resolution: Resolution; readonly requestedName: string } | RoutingRefusal {
  const model = request.asked_model ?? undefined;
  const named = stages.nameModel(tables, entitlement, { model, at });
  if ('status' in named) return named;
  const asked = stages.resolveName(tables.catalog, entitlement, { ...named, at });
  const routed = request.attributes['model'];
  const isOther = typeof routed === 'string' && routed !== asked.resolution?.id;
  const other = isOther ? tables.catalog.find(routed, entitlement) : undefined;
  if (other && other.id === routed) return { resolution: other, requestedName: routed };
  if (asked.resolution) {
    return { resolution: asked.resolution, requestedName: named.requestedName };
  }
  return asked.refusal ?? modelNotFound(named.requestedName);
}

/** The figures of candidates as they were recorded. Those of others are not known, and who asks for one is told of it afterwards. */
class RecordedStats implements CandidateStats {
  missing: string | undefined;
  private readonly facts: readonly CandidateFacts[];

  constructor({ candidate_facts: facts = [] }: RecordedRequest) {
    this.facts = facts;
  }

  p95Ms(model: RoutingModel): number | undefined {
    return this.of(model, 'candidate.p95_ms')?.p95_ms;
  }

  errorRate(model: RoutingModel): number | undefined {
    return this.of(model, 'candidate.error_rate')?.error_rate;
  }

  isTried(): boolean {
    return false;
  }

  inFlight(): number {
    return 0;
  }

  meanMs(): undefined {
    return undefined;
  }

  tokensThisMinute(): number {
    return 0;
  }

  private of({ name }: RoutingModel, attribute: string) {
    const known = this.facts.find((one) => one.name === name);
    if (!known) this.missing ??= attribute;
    return known;
  }
}

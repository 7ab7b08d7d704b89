import type { DecisionStep } from '../decision/decision-record.ts';
import type { Entitlement } from './catalog/entitlement.ts';
import type { Resolution, RoutingModel } from './catalog/resolution.ts';
import type { DecidedRequest } from './decided-request.ts';
import type { RoutingRefusal } from './refusal.ts';
import { RequestAttributes } from './request/request-attributes.ts';
import type { BudgetTrial, RequestBudgets } from './request-budgets.ts';
import { route, type Route } from './route.ts';
import * as stages from './stages.ts';
import type { RoutingTables } from './tables.ts';
import { tryTests, type Trial } from './trial/try-tests.ts';

/** A request that may use what it asked for. */
export interface Asked<M extends RoutingModel> {
  readonly tables: RoutingTables<M>;
  readonly request: DecidedRequest;
  readonly entitlement: Entitlement<M>;
  readonly requestedName: string;
}

/** Who may serve, by the policies and fallbacks that apply. */
export function routeOf<M extends RoutingModel>(asked: Asked<M>, resolution: Resolution<M>) {
  const { tables, entitlement } = asked;
  const { catalog, settings } = tables;
  const policies = settings.routingPolicies ? tables.policies : undefined;
  const attributes = attributesOf(asked, resolution);
  const { random } = asked.request;
  const failover = tables.failovers.isEmpty ? undefined : { book: tables.failovers };
  const routed = route({
    ...{ resolution, entitlement, attributes, catalog, policies, random, failover },
  });
  return { ...routed, attributes };
}

/** The same without models that have no price, where they need one. */
export const pricedOf = <M extends RoutingModel>(asked: Asked<M>, routed: Route<M>) =>
  stages.checkPrices(routed, asked.requestedName, {
    policy: asked.tables.settings.unpricedModelPolicy,
    hasMoneyLimit: budgetsOf(asked)?.hasLimit(routed.candidates) ?? false,
    at: asked.request.at,
  });

/** What A/B tests make of it. */
export const trialOf = <M extends RoutingModel>(
  asked: Asked<M>,
  resolution: Resolution<M>,
  routed: Route<M>,
): Pick<Trial<M>, 'candidates' | 'steps'> =>
  tryTests({
    tests: asked.tables.abTests,
    resolution,
    route: routed,
    principal: asked.request.principal,
    user: asked.request.facts.user,
    id: asked.request.id,
    hasPrice: (candidates) =>
      pricedOf(asked, { ...routed, candidates }).route.candidates[0] === candidates[0],
  }) ?? { candidates: routed.candidates, steps: [] };

/** Whether the budgets have room, and who serves where one has the cheaper model serve. */
interface BudgetVerdict<M extends RoutingModel> {
  readonly steps: readonly DecisionStep[];
  readonly refusal?: RoutingRefusal;
  /** In the place of what was asked for. */
  readonly instead?: Cheaper<M>;
}

/** What budgets say where these may serve. */
export function heldAgainstBudgets<M extends RoutingModel>(
  asked: Asked<M>,
  candidates: readonly M[],
): BudgetVerdict<M> {
  const budgets = budgetsOf(asked);
  if (!budgets) return { steps: [] };
  const { steps, refused, cheaper } = budgets.trial(candidates, false);
  if (!refused) return { steps };
  const instead = cheaperRoute(asked, cheaper);
  if (!instead) return refusedBy(refused, steps);
  const second = budgets.trial(instead.candidates, true);
  const all = [...steps, ...second.steps];
  if (second.refused) return refusedBy(refused, all);
  const detail = `${asked.requestedName} to ${instead.candidates[0]?.id ?? ''}`;
  return { steps: [...all, { stage: 'budget', outcome: 'downgraded', detail }], instead };
}

function refusedBy(
  { refusal, policy }: NonNullable<BudgetTrial['refused']>,
  steps: readonly DecisionStep[],
) {
  const named = policy === undefined ? {} : { policy };
  const step = { stage: 'budget', outcome: 'refused', ...named, detail: refusal.message };
  return { steps: [...steps, step], refusal };
}

interface Cheaper<M extends RoutingModel> {
  readonly candidates: readonly M[];
  readonly attributes: RequestAttributes;
}

/** The first of the models that budgets name which the lists and tiers allow, and policies do not deny. */
function cheaperRoute<M extends RoutingModel>(
  asked: Asked<M>,
  names: readonly string[],
): Cheaper<M> | undefined {
  const { tables, entitlement } = asked;
  for (const name of names) {
    const resolution = tables.catalog.find(name, entitlement);
    if (!resolution || stages.checkAccess(resolution, name, entitlement).refusal) continue;
    const routed = routeOf(asked, resolution);
    const { candidates } = pricedOf(asked, routed).route;
    if (candidates.length > 0) return { candidates, attributes: routed.attributes };
  }
  return undefined;
}

/** Where costs are not tracked, no budget counts anything. */
const budgetsOf = ({
  tables,
  request,
}: Pick<Asked<never>, 'request'> & { readonly tables: Pick<RoutingTables, 'settings'> }):
  RequestBudgets | undefined => (tables.settings.costTracking ? request.budgets : undefined);

function attributesOf<M extends RoutingModel>(
  asked: Asked<M>,
  resolution: Resolution<M>,
): RequestAttributes {
  const { principal, at, facts } = asked.request;
  const { settings, policies } = asked.tables;
  const { environment, clock, routingPolicies } = settings;
  const asks = routingPolicies && policies.asksForMoney(principal.organization);
  return new RequestAttributes({
    ...facts,
    principal,
    resolution,
    environment,
    time: () => clock.at(at),
    money: asks ? budgetsOf(asked)?.moneyLeft(resolution) : undefined,
  });
}

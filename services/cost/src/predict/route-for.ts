import { invalid } from '@aicp/api-kit/route/field-errors';
import { Problem } from '@aicp/common/errors/problem';
import { isGone } from '@aicp/contracts/routing/catalog/deprecations';
import type { Entitlement } from '@aicp/contracts/routing/catalog/entitlement';
import type { PolicyBook } from '@aicp/contracts/routing/policies/policy-book';
import { toChatFacts } from '@aicp/contracts/routing/request/chat-facts';
import {
  RequestAttributes,
  type RequestFacts,
} from '@aicp/contracts/routing/request/request-attributes';
import type { RoutingRefusal } from '@aicp/contracts/routing/refusal';
import type { Resolution } from '@aicp/contracts/routing/catalog/resolution';
import { route, type Route } from '@aicp/contracts/routing/route';
import {
  checkAccess,
  checkCandidates,
  checkPrices,
  nameModel,
  resolveName,
} from '@aicp/contracts/routing/stages';
import { tryTests } from '@aicp/contracts/routing/trial/try-tests';
import type { RoutingTables } from '@aicp/contracts/routing/tables';
import { KnownBudgets, type KnownBudgetsParts } from '@aicp/contracts/budgets/known-budgets';
import type { Budgets } from '@aicp/contracts/budgets/budgets';
import { countersOf } from '../money/spend-limits.ts';
import { tagsIn } from '../money/tags-in.ts';
import { askableBy, type Caller } from '../access/caller.ts';
import type { CostModel } from '../snapshot/cost-model.ts';
import { nearestNames } from './nearest-names.ts';
import type { PredictBody } from './predict-body.ts';

/** Who would serve a request, in the order in which they are asked. */
export interface Routed {
  readonly requestedName: string;
  readonly first: CostModel;
  readonly candidates: readonly CostModel[];
}

/** Whose request, and when. */
export interface Asking {
  readonly caller: Caller;
  readonly tables: RoutingTables<CostModel>;
  readonly budgets: Budgets;
  readonly nowMs: number;
  /** What is known of spend; absent: no policy goes by it. */
  readonly figureOf?: KnownBudgetsParts['figureOf'];
  /** Whether policies count without a key, too: what they deny is recommended to nobody. */
  readonly obeysPolicies?: true;
}

/**
 * Who would serve a request, as the gateway decides it; of a group, the first member that has a share. Throws a Problem: 404 for a model that the caller cannot see, with those that it may mean; 403 where the
 * gateway would refuse it.
 */
export function routeFor(body: PredictBody, asking: Asking): Routed {
  const { caller, tables, nowMs } = asking;
  const entitlement = askableBy(caller, tables, nowMs);
  const { requestedName, resolution } = resolve(body, entitlement, asking);
  const { refusal } = checkAccess(resolution, requestedName, entitlement);
  if (refusal) throw problemOf(refusal);
  const routed = route({
    resolution,
    entitlement,
    attributes: attributesOf(body, resolution, asking),
    catalog: tables.catalog,
    policies: policiesFor(asking),
    random: () => 0,
  });
  const denied = checkCandidates(routed);
  if (denied) throw problemOf(denied);
  const rest = { body, asking };
  const left = priced(routed, requestedName, rest);
  return { requestedName, ...tried(resolution, { ...routed, ...left }, rest) };
}

/** By A/B tests, as far as they say who serves every request of the key alike: one that was promoted, or that sticks to the key or its user. */
function tried(
  resolution: Resolution<CostModel>,
  routed: Route<CostModel> & Pick<Routed, 'first'>,
  { body, asking }: { readonly body: PredictBody; readonly asking: Asking },
): Pick<Routed, 'first' | 'candidates'> {
  const { caller, tables } = asking;
  const { principal } = caller;
  if (!isForeseen(resolution, asking)) return routed;
  const hasPrice = (candidates: readonly CostModel[]): boolean =>
    pricedAmong({ ...routed, candidates }, '', { body, asking }).route.candidates[0] ===
    candidates[0];
  const { user } = toChatFacts(body);
  const trial = tryTests({
    ...{ tests: tables.abTests, resolution, route: routed, hasPrice },
    ...{ principal, user, id: '' },
  });
  const { candidates } = trial ?? routed;
  return { first: candidates[0] ?? routed.first, candidates };
}

function isForeseen(resolution: Resolution<CostModel>, { caller, tables }: Asking): boolean {
  if (!caller.key || resolution.kind !== 'model') return false;
  const test = tables.abTests.of(resolution, caller.principal.organization);
  return test?.state === 'promoted' || test?.stickyBy !== 'request';
}

/** Without those of which no price is known, where the key's requests may not go to them. */
function priced(
  routed: Route<CostModel>,
  requestedName: string,
  about: { readonly body: PredictBody; readonly asking: Asking },
): Pick<Routed, 'first' | 'candidates'> {
  const { route: left, refusal } = pricedAmong(routed, requestedName, about);
  const [first] = left.candidates;
  if (!first) throw problemOf(refusal);
  return { first, candidates: left.candidates };
}

function pricedAmong(
  routed: Route<CostModel>,
  requestedName: string,
  { body, asking }: { readonly body: PredictBody; readonly asking: Asking },
) {
  const { caller, tables, budgets, nowMs } = asking;
  const [model] = routed.candidates;
  const counters = countersOf(budgets, { caller, model, tags: tagsIn(body) });
  const isLimited = budgets.isEnforced && tables.settings.costTracking && caller.key !== undefined;
  return checkPrices(routed, requestedName, {
    policy: tables.settings.unpricedModelPolicy,
    hasMoneyLimit: isLimited && counters.some(({ stops }) => stops),
    at: nowMs,
  });
}

/** Who shows no key asks what a model costs, whoever may use it. */
const policiesFor = ({ caller, tables, obeysPolicies }: Asking): PolicyBook | undefined =>
  (caller.key ?? obeysPolicies) && tables.settings.routingPolicies ? tables.policies : undefined;

/** What the named model stands for. */
function resolve(
  { model }: PredictBody,
  entitlement: Entitlement<CostModel>,
  { tables, nowMs: at }: Asking,
): { readonly requestedName: string; readonly resolution: Resolution<CostModel> } {
  const named = nameModel(tables, entitlement, { model, at });
  if ('status' in named) throw problemOf(named);
  const { requestedName, deprecation } = named;
  const found = resolveName(tables.catalog, entitlement, { requestedName, deprecation, at });
  if (found.resolution) return { requestedName, resolution: found.resolution };
  if (isGone(deprecation, at)) throw problemOf(found.refusal);
  throw unknownModel(requestedName, namesFor(entitlement, tables));
}

function attributesOf(
  body: PredictBody,
  resolution: RequestFacts['resolution'],
  asking: Asking,
): RequestAttributes {
  const { caller, tables, nowMs } = asking;
  const { principal } = caller;
  const { settings } = tables;
  const { stream, user, metadata, hasTools, promptCharacters } = toChatFacts(body);
  return new RequestAttributes({
    principal,
    resolution,
    stream,
    tools: hasTools,
    user,
    metadata: [metadata],
    headers: {},
    promptCharacters,
    environment: settings.environment,
    time: () => settings.clock.at(nowMs),
    money: moneyLeft(body, resolution, asking),
  });
}

/** What the budgets of a key's request leave, where a policy asks for it. */
function moneyLeft(
  body: PredictBody,
  resolution: RequestFacts['resolution'],
  { caller: { principal, key }, tables, budgets, nowMs: at, figureOf }: Asking,
): RequestFacts['money'] {
  if (!key || !figureOf || !tables.settings.costTracking) return undefined;
  if (!tables.policies.asksForMoney(principal.organization)) return undefined;
  const spending = { budgets, spender: principal, tags: tagsIn(body), at };
  return new KnownBudgets({ ...spending, figureOf, isTold: true }).moneyLeft(resolution);
}

const namesFor = (
  entitlement: Entitlement<CostModel>,
  { catalog }: RoutingTables<CostModel>,
): readonly string[] => catalog.usable(entitlement).map(({ name }) => name);

function unknownModel(name: string, names: readonly string[]): Problem {
  const nearest = nearestNames(name, names);
  const meant = nearest.map((one) => `"${one}"`).join(', ');
  const hint =
    nearest.length === 0 ? 'GET /pricing lists those that there are.' : `Did you mean ${meant}?`;
  return new Problem(404, `There is no model "${name}" that you can see. ${hint}`, {
    extensions: { nearest_models: nearest },
  });
}

export const NO_DEFAULT_MODEL = 'is required, as there is no default model';

/** What is wrong with the body is said as of any other field of it. */
function problemOf(refusal: RoutingRefusal | undefined): Problem {
  if (refusal?.status === 400 && refusal.param !== null) {
    return invalid([{ path: refusal.param, message: NO_DEFAULT_MODEL }]);
  }
  return new Problem(refusal?.status ?? 404, refusal?.message ?? 'Nobody serves this request.', {
    extensions: { code: refusal?.code ?? null },
  });
}

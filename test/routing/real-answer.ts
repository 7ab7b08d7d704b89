import type { CandidateStats } from '@aicp/contracts/routing/catalog/candidate-stats';
import type { Resolution, RoutingModel } from '@aicp/contracts/routing/catalog/resolution';
import { askerOf, RequestAttributes } from '@aicp/contracts/routing/request/request-attributes';
import { toAllowedModels } from '@aicp/contracts/routing/catalog/entitlement';
import { route, type Route } from '@aicp/contracts/routing/route';
import {
  checkAccess,
  checkCandidates,
  nameModel,
  resolveName,
} from '@aicp/contracts/routing/stages';
import { entitlementOf } from '@aicp/contracts/routing/tables';
import { tryTests } from '@aicp/contracts/routing/trial/try-tests';
import { principal } from '@aicp/gateway/testing/request-facts';
import type { Runtime, RuntimeModel } from '@aicp/gateway/routing/runtime';
import { candidateFigures } from '@aicp/gateway/decisions/candidate-figures';
import { Decision } from '@aicp/gateway/decisions/decision';
import { replayFacts } from '@aicp/gateway/decisions/replay-facts';
import type { RecordedRequest } from '@aicp/ledger/query/recorded-requests';
import { refusedResult, servedResult } from '@aicp/contracts/routing/decide';
import { shownAttributes } from '@aicp/contracts/routing/policies/policy-book';
import type { RoutingRefusal } from '@aicp/contracts/routing/refusal';
import type { Principal } from '@aicp/contracts/routing/request/principal';
import type { Answer, Asking, World } from './world-types.ts';
import { NOW } from './world.ts';

const principalOf = ({ key, user, organization, team, keyList }: Asking) =>
  principal({ key, user, organization, team, allowed: toAllowedModels(keyList) });

/** The names that `GET /v1/models` lists. */
export function listed({ catalog, ...runtime }: Runtime, asking: Asking): string[] {
  const entitlement = entitlementOf(principalOf(asking), runtime, NOW);
  return catalog.usable(entitlement).map(({ name }) => name);
}

/** The figures of a world, as a gateway would have seen them. */
export function statsOf({ figures }: World): CandidateStats {
  const of = (one: RoutingModel) => figures[keyOf(one)];
  return {
    p95Ms: (one) => of(one)?.p95Ms,
    errorRate: (one) => of(one)?.errorRate,
    isTried: (one) => of(one)?.errorRate !== undefined,
    inFlight: (one) => of(one)?.inFlight ?? 0,
    meanMs: (one) => of(one)?.meanMs,
    tokensThisMinute: (one) => of(one)?.tokensThisMinute ?? 0,
  };
}

const keyOf = ({ id, isPlatforms, organization = '' }: RoutingModel): string =>
  `${isPlatforms ? '' : organization}/${id}`;

interface Seen {
  readonly stats: CandidateStats;
  readonly money: World['money'];
}

/** A request, as far as it came. */
interface Course {
  readonly principal: Principal;
  /** What refused it. */
  readonly refusal: RoutingRefusal | undefined;
  readonly askedModel: string | undefined;
  /** Absent where it was not routed. */
  readonly routed?: Route<RuntimeModel> & {
    readonly attributes: RequestAttributes;
    readonly resolution: Resolution<RuntimeModel>;
  };
}

/** What the gateway would do with a request. */
export function realAnswer(runtime: Runtime, asking: Asking, seen: Seen): Answer {
  const { refusal, routed } = courseOf(runtime, asking, seen);
  if (refusal) return refusal.code ?? 'no_model';
  return (routed?.candidates ?? []).map(keyOf);
}

/** The request as a gateway would record it, without its id, by which `realAnswer` assigns none to an arm either. */
export function recordedBy(runtime: Runtime, asking: Asking, seen: Seen): RecordedRequest {
  const { principal: who, refusal, askedModel, routed } = courseOf(runtime, asking, seen);
  const { policies } = runtime;
  const attributes = routed
    ? shownAttributes(routed.attributes, policies)
    : askerOf(who, asking.user);
  const said = { promptCharacters: 0, metadata: {}, headerMetadata: {}, attributes };
  const money = routed?.attributes.money;
  const decision = new Decision({
    id: '',
    at: NOW,
    requestId: 'r',
    revision: runtime.revision,
    requestedModel: askedModel,
    attributes,
    steps: [],
    candidates: routed?.candidates ?? [],
    result: refusal ? refusedResult(refusal) : servedResult(routed?.candidates[0]),
    routed: routed && {
      figures: candidateFigures(routed.resolution, routed.candidates, seen.stats),
      replay: replayFacts({ ...said, money, headerNames: policies.headerNames }),
    },
  });
  return decision.toRecord();
}

function courseOf(runtime: Runtime, asking: Asking, { stats, money }: Seen): Course {
  const who = principalOf(asking);
  const entitlement = entitlementOf(who, runtime, NOW);
  const named = nameModel(runtime, entitlement, { model: asking.model, at: NOW });
  const course = { principal: who, askedModel: undefined };
  if ('status' in named) return { ...course, refusal: named };
  const { catalog, policies } = runtime;
  const { resolution, refusal } = resolveName(catalog, entitlement, { ...named, at: NOW });
  const known = { principal: who, askedModel: named.requestedName };
  if (!resolution) return { ...known, refusal };
  const access = checkAccess(resolution, named.requestedName, entitlement);
  if (access.refusal) return { ...known, refusal: access.refusal };
  const attributes = new RequestAttributes({
    principal: who,
    resolution,
    stream: asking.stream,
    tools: false,
    user: asking.user,
    metadata: [],
    headers: {},
    promptCharacters: 0,
    environment: undefined,
    time: () => ({ hour: 12, weekday: 'mon' }),
    // The gateway looks at it where a policy asks for it, and at no other time.
    money: policies.asksForMoney(asking.organization)
      ? { ...money[asking.organization ?? '']!, isKnown: true }
      : undefined,
  });
  const random = () => asking.dice;
  const routed = route({ resolution, entitlement, attributes, catalog, policies, random, stats });
  const denial = checkCandidates(routed);
  // What is denied has been routed: it is recorded as such.
  if (denial) return { ...known, refusal: denial, routed: { ...routed, attributes, resolution } };
  const trial = tryTests({
    ...{ tests: runtime.abTests, resolution, route: routed },
    ...{ principal: who, user: asking.user, id: '', hasPrice: () => true },
  });
  const candidates = (trial ?? routed).candidates;
  return {
    ...known,
    refusal: undefined,
    routed: { ...routed, candidates, attributes, resolution },
  };
}

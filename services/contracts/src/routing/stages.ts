import type { UnpricedModelPolicy } from '@aicp/crds/control-plane';
import type { SoundUse } from '../prices/prices.ts';
import { unpricedDecision } from '../prices/unpriced-decision.ts';
import type { DecisionStep } from '../decision/decision-record.ts';
import type { Catalog } from './catalog/catalog.ts';
import { isGone, type Deprecation } from './catalog/deprecations.ts';
import {
  forbidden,
  modelGone,
  modelNotFound,
  noHealthyUpstream,
  noModelNamed,
  unpriced,
  wrongMode,
  type RoutingRefusal,
} from './refusal.ts';
import { adviceOn, otherMode } from './catalog/modes.ts';
import type { Route } from './route.ts';
import type { RoutingModel, Resolution } from './catalog/resolution.ts';
import type { RoutingTables } from './tables.ts';
import { mayUse, refusingLimits, refusingTiers, type Entitlement } from './catalog/entitlement.ts';

/** The model that a request names. */
export interface RequestedName {
  /** As the client wrote it, or the default one. */
  readonly requestedName: string;
  /** What is announced of that name. */
  readonly deprecation: Deprecation | undefined;
}

/** The name that the client wrote, or else the default one of the settings; a refusal where there is neither. */
export function nameModel(
  tables: Pick<RoutingTables, 'settings'> & { readonly deprecations: DeprecationSource },
  { organization }: Pick<Entitlement, 'organization'>,
  { model, at }: { readonly model: string | undefined; readonly at: number },
): RequestedName | RoutingRefusal {
  const requestedName = model ?? tables.settings.defaultModel;
  if (requestedName === undefined) return noModelNamed();
  return { requestedName, deprecation: tables.deprecations.find(requestedName, organization, at) };
}

type DeprecationSource = Pick<RoutingTables['deprecations'], 'find'>;

/** What a requested name stands for, or why it stands for nothing. */
export interface ResolvedName<M extends RoutingModel> {
  readonly resolution: Resolution<M> | undefined;
  readonly step: DecisionStep | undefined;
  readonly refusal: RoutingRefusal | undefined;
}

/** A model by its id or an alias, or a group; or what stands in for one that is past its sunset. */
export function resolveName<M extends RoutingModel>(
  catalog: Catalog<M>,
  entitlement: Entitlement<M>,
  { requestedName, deprecation, at }: RequestedName & { readonly at: number },
): ResolvedName<M> {
  const resolution = catalog.find(requestedName, entitlement);
  if (!resolution) {
    const refusal = isGone(deprecation, at) ? modelGone(deprecation) : modelNotFound(requestedName);
    return { resolution, step: undefined, refusal };
  }
  const step = { stage: 'resolve', outcome: resolution.kind, detail: resolution.id };
  return { resolution, step, refusal: undefined };
}

/** Whether the lists of the key, its team and its organization all allow what it asks for, and the tiers on approval that it is in were granted. */
export function checkAccess<M extends RoutingModel>(
  resolution: Resolution<M>,
  requestedName: string,
  entitlement: Entitlement<M>,
): { readonly step: DecisionStep; readonly refusal: RoutingRefusal | undefined } {
  if (mayUse(resolution, entitlement)) {
    return { step: { stage: 'access', outcome: 'allowed' }, refusal: undefined };
  }
  const holders = refusingLimits(resolution, entitlement).map(({ holder }) => holder);
  const tiers = holders.length > 0 ? [] : refusingTiers(resolution, entitlement);
  const why = holders.length > 0 ? notListed(holders) : notGranted(tiers);
  const message = `This key may not use "${requestedName}": ${why} GET /v1/models lists what it may use.`;
  const detail = [...holders, ...tiers.map((tier) => `tier ${tier}`)].join(', ');
  return {
    step: { stage: 'access', outcome: 'refused', detail },
    refusal: forbidden('model_not_allowed', message),
  };
}

/** A refusal where nothing of what it asks for is for requests of its kind. */
export function checkMode<M extends RoutingModel>(
  {
    resolution,
    requestedName,
  }: { readonly resolution: Resolution<M>; readonly requestedName: string },
  entitlement: Entitlement<M>,
  modes: readonly string[] | undefined,
): RoutingRefusal | undefined {
  const mode = otherMode(resolution, entitlement, modes);
  return mode === undefined ? undefined : wrongMode(requestedName, mode, adviceOn(mode));
}

const notListed = (holders: readonly string[]): string =>
  `it is not among the models of the ${holders.join(' and the ')}.`;

/** Where one asks: the admin service's address is its own affair, its paths are the same everywhere. */
function notGranted(tiers: readonly string[]): string {
  const asks = tiers.map((tier) => `{"tier_id": "${tier}"}`).join(' and ');
  const names = tiers.map((tier) => `"${tier}"`).join(' and ');
  const are = tiers.length === 1 ? `the access tier ${names}` : `the access tiers ${names}`;
  return `it is in ${are}, for which this key has no grant. Ask for one at the admin API: POST /api/v1/model-access/requests with ${asks}.`;
}

/** A refusal where the policies leave nobody who may serve. */
export const checkCandidates = <M extends RoutingModel>({
  candidates,
  policy,
}: Pick<Route<M>, 'candidates' | 'policy'>): RoutingRefusal | undefined =>
  candidates.length > 0 ? undefined : denied(policy);

/**
 * A route without the models of which no price is known, where none may be asked without; a refusal where nobody is left. `hasMoneyLimit`: whether a limit on money
 * applies to the request, which could not hold without a price. `use`: what a model that speaks and hears is asked for; absent: that is not known.
 */
export function checkPrices<M extends RoutingModel>(
  { candidates, instead }: Pick<Route<M>, 'candidates' | 'instead'>,
  requestedName: string,
  {
    policy,
    hasMoneyLimit,
    at,
    use,
  }: {
    readonly policy: UnpricedModelPolicy;
    readonly hasMoneyLimit: boolean;
    readonly at: number;
    readonly use?: SoundUse | undefined;
  },
): {
  readonly route: Pick<Route<M>, 'candidates' | 'instead'>;
  readonly steps: readonly DecisionStep[];
  readonly refusal: RoutingRefusal | undefined;
} {
  const serves = ({ pricing }: M): boolean => {
    const prices = pricing.at(at);
    const isPriced = prices.isPriced && (use === undefined || prices.unpricedUse !== use);
    return unpricedDecision({ isPriced, policy, hasMoneyLimit }) === 'serve';
  };
  if (unpricedDecision({ isPriced: false, policy, hasMoneyLimit }) === 'serve') {
    return { route: { candidates, instead }, steps: NO_STEPS, refusal: undefined };
  }
  const left = candidates.filter(serves);
  return {
    route: {
      candidates: left,
      instead: (model, reason) => instead(model, reason).filter(serves),
    },
    steps: candidates
      .filter((model) => !left.includes(model))
      .map(({ id }) => ({ stage: 'prices', outcome: 'unpriced', detail: id })),
    refusal: left.length > 0 ? undefined : unpriced(requestedName),
  };
}

const NO_STEPS: readonly DecisionStep[] = [];

/** Who of the candidates is asked first, past those whose providers cannot be asked; a refusal where nobody is left. */
export function firstUsable<M extends RoutingModel>(
  candidates: readonly M[],
  requestedName: string,
): {
  readonly model: M | undefined;
  readonly steps: readonly DecisionStep[];
  readonly refusal: RoutingRefusal | undefined;
} {
  const index = candidates.findIndex(({ provider }) => provider.unusable === undefined);
  const passedOver = index === -1 ? candidates : candidates.slice(0, index);
  return {
    model: candidates[index],
    steps: passedOver.map(({ id }) => ({ stage: 'dispatch', outcome: 'unusable', detail: id })),
    refusal: index === -1 ? noHealthyUpstream(requestedName) : undefined,
  };
}

function denied(policy: string | undefined): RoutingRefusal {
  const message =
    policy === undefined
      ? 'No model is left that this key may use.'
      : `The routing policy "${policy}" leaves no model for this request.`;
  return forbidden('policy_denied', message);
}

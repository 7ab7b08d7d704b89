import type { DecisionStep } from '../decision/decision-record.ts';
import { isGone, type Deprecation } from './deprecations.ts';
import {
  forbidden,
  modelGone,
  modelNotFound,
  noModelNamed,
  type RoutingRefusal,
} from './refusal.ts';
import { route, type Route, type RouteRequest } from './route.ts';
import type { RoutingModel, Served } from './served.ts';
import type { RoutingTables } from './tables.ts';
import { mayUse, refusingLimits, type Viewer } from './viewer.ts';

/** What the asked name stands for. */
export interface Resolution<M extends RoutingModel> {
  /** The model as the client wrote it, or the default one. */
  readonly askedName: string | undefined;
  /** What is announced of that name. */
  readonly deprecation: Deprecation | undefined;
  readonly asked: Served<M> | undefined;
  readonly step: DecisionStep | undefined;
  readonly refusal: RoutingRefusal | undefined;
}

/** A model by its id or an alias, a group, or the default where none was named; or what stands in for one that has gone. */
export function resolveModel<M extends RoutingModel>(
  tables: Pick<RoutingTables<M>, 'settings' | 'catalog' | 'deprecations'>,
  viewer: Viewer<M>,
  { model, at }: { readonly model: string | undefined; readonly at: number },
): Resolution<M> {
  const askedName = model ?? tables.settings.defaultModel;
  if (askedName === undefined) return { ...NOTHING_ASKED, refusal: noModelNamed() };
  const deprecation = tables.deprecations.find(askedName, viewer.organization, at);
  const asked = tables.catalog.find(askedName, viewer);
  if (!asked) {
    const refusal = isGone(deprecation, at) ? modelGone(deprecation) : modelNotFound(askedName);
    return { askedName, deprecation, asked, step: undefined, refusal };
  }
  const step = { stage: 'resolve', outcome: asked.kind, detail: asked.id };
  return { askedName, deprecation, asked, step, refusal: undefined };
}

const NOTHING_ASKED = {
  askedName: undefined,
  deprecation: undefined,
  asked: undefined,
  step: undefined,
} as const;

/** Whether the lists of the key, its team and its organization all allow what it asks for. */
export function checkAccess<M extends RoutingModel>(
  asked: Served<M>,
  askedName: string,
  viewer: Viewer<M>,
): { readonly step: DecisionStep; readonly refusal: RoutingRefusal | undefined } {
  if (mayUse(asked, viewer)) {
    return { step: { stage: 'access', outcome: 'allowed' }, refusal: undefined };
  }
  const holders = refusingLimits(asked, viewer).map(({ holder }) => holder);
  const message = `This key may not use "${askedName}": it is not among the models of the ${holders.join(' and the ')}. GET /v1/models lists what it may use.`;
  return {
    step: { stage: 'access', outcome: 'refused', detail: holders.join(', ') },
    refusal: forbidden('model_not_allowed', message),
  };
}

/** Who may serve, by routing policies and fallbacks; a refusal where nobody may. */
export function applyPolicies<M extends RoutingModel>(
  request: RouteRequest<M>,
): Route<M> & { readonly refusal: RoutingRefusal | undefined } {
  const routed = route(request);
  return { ...routed, refusal: routed.candidates.length > 0 ? undefined : denied(routed.policy) };
}

function denied(policy: string | undefined): RoutingRefusal {
  const message =
    policy === undefined
      ? 'No model is left that this key may use.'
      : `The routing policy "${policy}" leaves no model for this request.`;
  return forbidden('policy_denied', message);
}

import type { DecisionRecord, DecisionStep } from '../decision/decision-record.ts';
import { keyRefusal } from './key-refusal.ts';
import { inMaintenance, type RoutingRefusal } from './refusal.ts';
import { shownAttributes } from './policies/policy-book.ts';
import { askerOf, type RequestAttributes } from './request/request-attributes.ts';
import type { DecidedRequest } from './decided-request.ts';
import { heldAgainstBudgets, pricedOf, routeOf, trialOf, type Asked } from './decided-route.ts';
import type { Resolution, RoutingModel } from './catalog/resolution.ts';
import * as stages from './stages.ts';
import { type RoutingTables, entitlementOf } from './tables.ts';

/** What came of the stages so far. */
interface Course<M extends RoutingModel> {
  readonly steps: DecisionStep[];
  requestedName?: string | undefined;
  attributes?: RequestAttributes;
  candidates?: readonly M[];
  /** Who of them is asked first. */
  model?: M | undefined;
}

/** The decision on a request, as the gateway answers it to a dry run, and its attributes as far as they are known. */
export function decide<M extends RoutingModel>(
  tables: RoutingTables<M>,
  request: DecidedRequest,
): { readonly decision: DecisionRecord; readonly attributes: RequestAttributes | undefined } {
  const { principal, until = Infinity, at } = request;
  const noKey = keyRefusal(principal, until, at);
  const outcome = noKey ? 'refused' : 'known';
  const course: Course<M> = {
    steps: [{ stage: 'authenticate', outcome, detail: principal.key }],
  };
  const refusal = noKey ?? run(tables, request, course);
  const { steps, requestedName, attributes, candidates = [], model } = course;
  const decision: DecisionRecord = {
    object: 'aicp.decision',
    id: request.id,
    at: new Date(request.at).toISOString(),
    request_id: request.requestId,
    config_revision: tables.revision,
    attributes: noKey ? {} : attributesOf(tables, request, attributes),
    asked_model: requestedName ?? null,
    steps,
    candidates: candidates.map(({ id }) => id),
    ...(refusal ? refusedResult(refusal) : servedResult(model)),
  };
  return { decision, attributes };
}

/** Of a request that is refused before it is routed, who asks. */
const attributesOf = <M extends RoutingModel>(
  { policies }: RoutingTables<M>,
  { principal, facts }: DecidedRequest,
  attributes: RequestAttributes | undefined,
): DecisionRecord['attributes'] =>
  attributes ? shownAttributes(attributes, policies) : askerOf(principal, facts.user);

function run<M extends RoutingModel>(
  tables: RoutingTables<M>,
  request: DecidedRequest,
  course: Course<M>,
): RoutingRefusal | undefined {
  const { principal, at, model } = request;
  if (tables.settings.maintenanceMode) return inMaintenance();
  const entitlement = entitlementOf(principal, tables, at);
  const named = stages.nameModel(tables, entitlement, { model, at });
  if ('status' in named) return named;
  const { requestedName, deprecation } = named;
  course.requestedName = requestedName;
  const { resolution, step, refusal } = stages.resolveName(tables.catalog, entitlement, {
    requestedName,
    deprecation,
    at,
  });
  if (step) course.steps.push(step);
  if (!resolution) return refusal;
  const access = stages.checkAccess(resolution, requestedName, entitlement);
  course.steps.push(access.step);
  if (access.refusal) return access.refusal;
  const asked = { tables, request, entitlement, requestedName };
  return serve(asked, resolution, course);
}

function serve<M extends RoutingModel>(
  asked: Asked<M>,
  resolution: Resolution<M>,
  course: Course<M>,
): RoutingRefusal | undefined {
  const routed = routeOf(asked, resolution);
  course.attributes = routed.attributes;
  course.candidates = routed.candidates;
  course.steps.push(...routed.steps);
  const denied = stages.checkCandidates(routed);
  if (denied) return denied;
  const priced = pricedOf(asked, routed);
  course.steps.push(...priced.steps);
  if (priced.refusal) return priced.refusal;
  course.candidates = priced.route.candidates;
  const trial = trialOf(asked, resolution, { ...routed, ...priced.route });
  course.candidates = trial.candidates;
  course.steps.push(...trial.steps);
  const held = heldAgainstBudgets(asked, course.candidates);
  course.steps.push(...held.steps);
  if (held.refusal) return held.refusal;
  course.candidates = held.instead?.candidates ?? course.candidates;
  course.attributes = held.instead?.attributes ?? course.attributes;
  const first = stages.firstUsable(course.candidates, asked.requestedName);
  course.steps.push(...first.steps);
  course.model = first.model;
  return first.refusal;
}

/** How a decision ended. */
export type DecisionResult = Pick<
  DecisionRecord,
  'result' | 'model' | 'provider' | 'status' | 'code' | 'message'
>;

/** A request that is not served, and why. */
export function refusedResult({
  status,
  code,
  message,
}: Pick<RoutingRefusal, 'status' | 'code' | 'message'>): DecisionResult {
  const result = status === 401 || status === 403 ? 'deny' : 'fail';
  return { result, model: null, provider: null, status, code, message };
}

/** A request that is served by a model, or by something else that is called, or would be. `withheld`: why its answer, which is paid, did not go on to its end. */
export const servedResult = (
  model: Served | undefined,
  status = 200,
  withheld?: Pick<DecisionRecord, 'code' | 'message'>,
): DecisionResult => ({
  result: 'serve',
  model: model?.id ?? null,
  provider: model?.provider.id ?? null,
  status,
  code: withheld?.code ?? null,
  message: withheld?.message ?? null,
});

interface Served {
  readonly id: string;
  readonly provider: { readonly id: string };
}

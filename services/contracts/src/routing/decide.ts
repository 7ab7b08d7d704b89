import type { DecisionRecord, DecisionStep } from '../decision/decision-record.ts';
import type { Caller } from './caller.ts';
import { keyRefusal } from './key-refusal.ts';
import { shownAttributes } from './policies/shown-attributes.ts';
import { inMaintenance, type RoutingRefusal } from './refusal.ts';
import { RequestAttributes, type RequestFacts } from './request-attributes.ts';
import type { RoutingModel } from './served.ts';
import { applyPolicies, checkAccess, resolveModel } from './stages.ts';
import type { RoutingTables } from './tables.ts';
import { viewerOf } from './viewer-of.ts';

/** A request whose routing is asked for, and which is not sent. */
export interface DecidedRequest {
  readonly id: string;
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly caller: Caller;
  /** Milliseconds since 1970 at which the caller's key stops working; absent: never. */
  readonly until?: number | undefined;
  /** The model as the client wrote it. */
  readonly model: string | undefined;
  readonly facts: Omit<RequestFacts, 'caller' | 'asked' | 'environment' | 'time'>;
  /** Picks the member of a group; [0, 1). */
  readonly random: () => number;
}

/** What came of the stages so far. */
interface Course<M extends RoutingModel> {
  readonly steps: DecisionStep[];
  askedName?: string | undefined;
  attributes?: RequestAttributes;
  candidates?: readonly M[];
}

/** The decision on a request, as the gateway answers it to a dry run, and its attributes as far as they are known. */
export function decide<M extends RoutingModel>(
  tables: RoutingTables<M>,
  request: DecidedRequest,
): { readonly decision: DecisionRecord; readonly attributes: RequestAttributes | undefined } {
  const { caller, until = Infinity, at } = request;
  const noKey = keyRefusal(caller, until, at);
  const outcome = noKey ? 'refused' : 'known';
  const course: Course<M> = {
    steps: [{ stage: 'authenticate', outcome, detail: caller.key }],
  };
  const refusal = noKey ?? run(tables, request, course);
  const { steps, askedName, attributes, candidates = [] } = course;
  const decision: DecisionRecord = {
    object: 'aicp.decision',
    id: request.id,
    at: new Date(request.at).toISOString(),
    request_id: request.requestId,
    config_revision: tables.revision,
    attributes: attributes ? shownAttributes(attributes, tables.policies) : {},
    asked_model: askedName ?? null,
    steps,
    candidates: candidates.map(({ id }) => id),
    ...(refusal ? refusedVerdict(refusal) : servedVerdict(candidates[0])),
  };
  return { decision, attributes };
}

function run<M extends RoutingModel>(
  tables: RoutingTables<M>,
  { caller, at, model, facts, random }: DecidedRequest,
  course: Course<M>,
): RoutingRefusal | undefined {
  if (tables.settings.maintenanceMode) return inMaintenance();
  const viewer = viewerOf(caller, tables, at);
  const { askedName, asked, step, refusal } = resolveModel(tables, viewer, { model, at });
  course.askedName = askedName;
  if (step) course.steps.push(step);
  if (!asked) return refusal;
  const access = checkAccess(asked, askedName ?? '', viewer);
  course.steps.push(access.step);
  if (access.refusal) return access.refusal;
  const { settings, catalog } = tables;
  const { environment } = settings;
  const time = () => settings.clock.at(at);
  const attributes = new RequestAttributes({ ...facts, caller, asked, environment, time });
  const policies = settings.routingPolicies ? tables.policies : undefined;
  const routed = applyPolicies({ asked, viewer, attributes, catalog, policies, random });
  course.attributes = attributes;
  course.candidates = routed.candidates;
  course.steps.push(...routed.steps);
  return routed.refusal;
}

/** How a decision came out. */
export type Verdict = Pick<
  DecisionRecord,
  'result' | 'model' | 'provider' | 'status' | 'code' | 'message'
>;

/** A request that is not served, and why. */
export function refusedVerdict({
  status,
  code,
  message,
}: Pick<RoutingRefusal, 'status' | 'code' | 'message'>): Verdict {
  const result = status === 401 || status === 403 ? 'deny' : 'fail';
  return { result, model: null, provider: null, status, code, message };
}

/** A request that is served by a model, or would be. */
export const servedVerdict = (model: RoutingModel | undefined, status = 200): Verdict => ({
  result: 'serve',
  model: model?.id ?? null,
  provider: model?.provider.id ?? null,
  status,
  code: null,
  message: null,
});

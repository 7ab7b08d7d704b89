import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import type { Clock } from '@aicp/common/time/clock';
import { decisionRecord, type DecisionRecord } from '@aicp/contracts/decision/decision-record';
import type { Principal as Asked } from '@aicp/contracts/routing/request/principal';
import type { FiguresOfSpend } from '@aicp/contracts/budgets/with-figures';
import type { KeyFragment } from '@aicp/contracts/snapshot/sections/keys';
import { POLICY_ACTIONS } from '@aicp/crds/routing-policy';
import { z } from 'zod';
import type { AccessDirectory } from '../../access/directory.ts';
import type { Principal } from '@aicp/api-kit/access/principal';
import type { Route, RouteContext } from '@aicp/api-kit/route/route';
import { defineRoute } from '../../access/define-route.ts';
import { permissionTo, scopeOf } from '../../access/permissions.ts';
import type { CollectionService } from '../../resources/collections/collection-service.ts';
import {
  explainBody,
  toDecidedRequest,
  type Asker,
  type ExplainBody,
} from './explained-request.ts';
import { explainedDecision } from './explained-decision.ts';
import type { RoutingSnapshot } from './routing-snapshot.ts';
import { mayHold, readsCandidates } from '@aicp/contracts/conditions/candidates';
import type { Lookup } from '@aicp/contracts/conditions/evaluate';
import { BUDGET_REMAINING } from '@aicp/contracts/routing/request/money-left';
import { parseCondition } from '@aicp/contracts/conditions/parse';
import { byScopeAndPrecedence } from '@aicp/contracts/routing/policies/precedence';
import type { RequestAttributes } from '@aicp/contracts/routing/request/request-attributes';
import { isVisible } from '@aicp/contracts/routing/catalog/resolution';
import type { PolicyFragment, RulePolicy } from '@aicp/contracts/snapshot/sections/policies';
import { whyNot } from './why.ts';

export interface ExplainOptions {
  readonly service: CollectionService;
  readonly routing: RoutingSnapshot;
  readonly directory: Pick<AccessDirectory, 'keys' | 'team'>;
  readonly clock: Clock;
  readonly figures: FiguresOfSpend;
}

const explanation = z.object({
  ...decisionRecord.omit({ replay: true, candidate_facts: true }).shape,
  policies: z
    .array(
      z.object({
        policy: z.string(),
        organization_id: z.string().nullable(),
        priority: z.int(),
        action: z.enum(POLICY_ACTIONS),
        condition: z.string().nullable(),
        target_models: z.array(z.string()),
        read: z.boolean().meta({
          description: 'False: the request is turned away before any policy is read.',
        }),
        matched: z.boolean(),
        applied: z.boolean(),
        why: z.string(),
      }),
    )
    .meta({ description: 'Every policy that counts for the request, in the order of reading.' }),
});

/** `POST /routing-policies/explain`: the decision that the gateway would come to, and what each policy says of the request. */
export function explainRoute(options: ExplainOptions): Route {
  return defineRoute({
    method: 'post',
    path: '/api/v1/routing-policies/explain',
    operationId: 'explainRouting',
    summary: 'Say who would serve a request, which policies match it, and why',
    description:
      'Answers the decision that the gateway would answer to x-aicp-dry-run (for a key that is blocked, has expired or belongs to nobody, that it is refused with 401), by the newest committed configuration, and every policy beside it. Calls no model and stores nothing. Of budgets, it says in steps which count the request, what is spent, reserved and left of them, and what happens at their limit, by the ledger of the budget service (two seconds old at most), to whoever may read them. `attributes` say whose request it is: a key, or a team, user and organization. Of a group, the first member that has a share is shown first.',
    tag: options.service.collection.tag,
    permission: permissionTo('read', options.service.collection),
    body: explainBody,
    bodyExample: { request: { model: 'gpt-4o-mini' }, attributes: { team: 'data-science' } },
    answers: { 200: { description: 'The decision, and the policies.', schema: explanation } },
    handler: async (context) => ({ status: 200, body: await explained(options, context) }),
  });
}

async function explained(
  { routing, directory, clock, figures }: ExplainOptions,
  { body, principal, requestId }: RouteContext<unknown, unknown, ExplainBody>,
) {
  const known = routing.current;
  const at = clock.now();
  const request = toDecidedRequest(body, askerOf(principal, directory));
  const { decision, attributes } = await explainedDecision(
    known,
    { ...request, id: uuidV7(at), requestId, at },
    { ...request, figures, isTold: mayHear(principal, request.principal) },
  );
  const { organization } = request.principal;
  return {
    ...decision,
    policies: policyVerdicts(known.policies, { organization, attributes, decision }),
  };
}

const KNOWS_KEYS: readonly Principal['role'][] = ['platform_admin', 'org_admin'];

/** Somebody confined to an organization asks as that organization; a key's own list is for its administrators alone. */
function askerOf(principal: Principal, directory: ExplainOptions['directory']): Asker {
  const { organizationId, organizationUid, role } = principal;
  // A key that is bound to an organization of before is none of one that got its name.
  const isOwn = ({ organization, boundTo }: KeyFragment): boolean =>
    organizationId === undefined ||
    (organization === organizationId &&
      (boundTo === undefined || boundTo.organizationUid === organizationUid));
  return {
    organization: organizationId,
    key: (id) =>
      KNOWS_KEYS.includes(role)
        ? [...directory.keys()].find((key) => key.id === id && isOwn(key))
        : undefined,
    isTeamOf: (team, organization) => directory.team(team)?.organization === organization,
    owns: (scope, value, organization) =>
      [...directory.keys()].some(
        (key) =>
          isOwn(key) &&
          key.organization === organization &&
          (scope === 'user' ? key.user : key.businessUnit) === value,
      ),
  };
}

/** Whether somebody may hear how the budgets of such a request stand: who reads budgets, of the same reach. */
function mayHear(
  { role, organizationId, teamIds }: Principal,
  { organization, team }: Asked,
): boolean {
  const scope = scopeOf(role, 'budgets:read');
  if (scope === 'all') return true;
  if (organizationId === undefined || organization !== organizationId) return false;
  return (
    scope === 'organization' || (scope === 'teams' && team !== undefined && teamIds.includes(team))
  );
}

/** What one policy says of a request. */
export interface PolicyVerdict {
  readonly policy: string;
  readonly organization_id: string | null;
  readonly priority: number;
  readonly action: RulePolicy['action'];
  readonly condition: string | null;
  readonly target_models: readonly string[];
  /** False: the request is turned away before. */
  readonly read: boolean;
  readonly matched: boolean;
  /** Whether it changed what happens: the first permit or prefer that matches, and each deny that took a model away. */
  readonly applied: boolean;
  readonly why: string;
}

/** What each policy that counts for a request says of it, in the order of reading. */
export function policyVerdicts(
  policies: readonly PolicyFragment[],
  options: {
    readonly organization: string | undefined;
    /** Undefined where the request was turned away before policies are read. */
    readonly attributes: RequestAttributes | undefined;
    readonly decision: Pick<DecisionRecord, 'steps'>;
  },
): PolicyVerdict[] {
  const { attributes, decision } = options;
  const steps = decision.steps.filter(({ outcome }) => outcome !== 'unknown');
  const applied = new Set(steps.flatMap(({ policy }) => policy ?? []));
  return policies
    .filter((policy) => policy.type === 'rule')
    .filter(({ organization }) => isVisible({ organization }, options))
    .sort(byScopeAndPrecedence)
    .map((rule) => ({
      policy: rule.id,
      organization_id: rule.organization ?? null,
      priority: rule.priority,
      action: rule.action,
      condition: rule.condition ?? null,
      target_models: rule.targetNames ?? rule.targets,
      applied: applied.has(rule.id),
      read: attributes !== undefined,
      ...matching(rule, attributes),
    }));
}

function matching(
  { condition: text, organization }: RulePolicy,
  attributes: RequestAttributes | undefined,
): Pick<PolicyVerdict, 'matched' | 'why'> {
  if (!attributes) {
    return { matched: false, why: 'it is not read: the request is turned away before' };
  }
  if (text === undefined) return { matched: true, why: 'no condition: it matches everything' };
  const isPlatforms = organization === undefined;
  const { get } = isPlatforms ? attributes.forPlatform : attributes;
  // Nobody is told what all organizations together have left.
  const shown: Lookup = (name) =>
    isPlatforms && attributes.hidesMoney && name === BUDGET_REMAINING ? 'not told' : get(name);
  const condition = parseCondition(text);
  if (!mayHold(condition, get)) return { matched: false, why: whyNot(condition, get, shown) };
  const why = readsCandidates(condition)
    ? 'it acts on the models for which its condition holds: the steps say which'
    : 'its condition holds';
  return { matched: true, why };
}

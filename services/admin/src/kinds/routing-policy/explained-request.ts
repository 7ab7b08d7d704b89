import { resolveAttribute } from '@aicp/contracts/conditions/attributes';
import type { AttributeValue } from '@aicp/contracts/conditions/evaluate';
import { toAllowedModels } from '@aicp/contracts/routing/catalog/entitlement';
import {
  toPrincipal,
  toKeyEntries,
  type Principal,
} from '@aicp/contracts/routing/request/principal';
import { costTags } from '@aicp/contracts/usage/cost-tags';
import type { Spender } from '@aicp/contracts/budgets/budgets';
import { toChatFacts } from '@aicp/contracts/routing/request/chat-facts';
import type { DecidedRequest } from '@aicp/contracts/routing/decided-request';
import type { KeyFragment } from '@aicp/contracts/snapshot/sections/keys';
import { z } from 'zod';

const scalar = z.union([z.string(), z.number(), z.boolean()]);

/** A request, as far as policies look at it; anything else in it is passed over. */
export const explainBody = z.strictObject({
  request: z
    .looseObject({
      model: z.string().max(200).optional(),
      stream: z.boolean().optional(),
      tools: z.array(z.unknown()).optional(),
      user: z.string().max(253).optional(),
      metadata: z.record(z.string(), z.unknown()).optional(),
      messages: z.array(z.unknown()).optional(),
    })
    .default({})
    .meta({ description: 'The body that a client would send to the gateway.' }),
  attributes: z
    .record(z.string(), scalar)
    .default({})
    .meta({
      description: 'What else is known of the request, by the names that conditions use.',
      examples: [{ team: 'data-science' }],
    }),
});
export type ExplainBody = z.output<typeof explainBody>;

/** Whose request it would be. */
export interface Asker {
  /** The organization that the one who asks is confined to. */
  readonly organization: string | undefined;
  /** A key that the one who asks may know of, by its id. */
  readonly key: (id: string) => KeyFragment | undefined;
  /** Whether a team is of an organization. */
  readonly isTeamOf: (team: string, organization: string | undefined) => boolean;
  /** Whether somebody in an organization has this business unit, or is this user. */
  readonly owns: (
    scope: 'business_unit' | 'user',
    value: string,
    organization: string | undefined,
  ) => boolean;
}

/**
 * The request that a body tells of: its key's, where `attributes` name a key that is known, else that of a key without a list of its
 * own in the team and organization that they name.
 */
export function toDecidedRequest(
  { request, attributes }: ExplainBody,
  asker: Asker,
): Pick<DecidedRequest, 'principal' | 'until' | 'model' | 'facts' | 'random'> & {
  /** As budgets know it: what of it is theirs who ask. */
  readonly spender: Spender;
  readonly tags: Readonly<Record<string, string>> | undefined;
} {
  const { model, stream, user, metadata, hasTools, promptCharacters } = toChatFacts(request);
  const stated = new Map<string, AttributeValue>(
    Object.entries(attributes).map(([name, value]) => [fullName(name), value]),
  );
  const { principal, until, isKey } = principalIn(attributes, asker);
  if (principal.organization !== undefined) stated.set('organization', principal.organization);
  return {
    principal,
    until,
    spender: isKey ? principal : spenderOf(principal, asker),
    tags: costTags(metadata, {}),
    model,
    facts: {
      stream,
      tools: hasTools,
      user,
      metadata: [metadata],
      headers: {},
      promptCharacters,
      stated,
    },
    // The same answer to the same question: of a group, the first member that has a share.
    random: () => 0,
  };
}

function principalIn(
  attributes: ExplainBody['attributes'],
  asker: Asker,
): { readonly principal: Principal; readonly until: number; readonly isKey: boolean } {
  const text = (name: string): string | undefined =>
    attributes[name] === undefined ? undefined : String(attributes[name]);
  const id = text('key');
  const known = id === undefined ? undefined : asker.key(id);
  if (known) return { principal: toPrincipal(known), until: endOf(known), isKey: true };
  const organization = asker.organization ?? text('organization');
  const team = text('team');
  const principal = {
    key: id ?? '',
    organization,
    businessUnit: text('business_unit'),
    team: team !== undefined && asker.isTeamOf(team, organization) ? team : undefined,
    user: text('user'),
    allowed: toAllowedModels([]),
    blocked: false,
    ownerMissing: undefined,
    metadata: {},
  };
  return { principal, until: Infinity, isKey: false };
}

/** Nobody hears of another's budgets by naming whose they are: of what is only stated, what the one who asks may know to be the organization's. */
function spenderOf(principal: Principal, { owns }: Asker): Spender {
  const { organization, businessUnit, user } = principal;
  const own = (scope: 'business_unit' | 'user', value: string | undefined) =>
    value !== undefined && owns(scope, value, organization) ? value : undefined;
  return {
    ...principal,
    key: '',
    businessUnit: own('business_unit', businessUnit),
    user: own('user', user),
  };
}

/** A rotated key has two secrets for a while: it works as long as one of them does. */
const endOf = (known: KeyFragment): number =>
  Math.max(...toKeyEntries(known).map(([, { until }]) => until));

/** `department` → `metadata.department`, as conditions read it. */
function fullName(name: string): string {
  const [first = '', ...rest] = name.split('.');
  const resolved = resolveAttribute(first, rest.length > 0 ? rest.join('.') : undefined);
  return 'error' in resolved ? name : resolved.name;
}

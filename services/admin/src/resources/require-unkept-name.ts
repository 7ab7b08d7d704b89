import { agent } from '@aicp/crds/agent';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import { mcpServer } from '@aicp/crds/mcp-server';
import { workflowTemplate } from '@aicp/crds/workflow-template';
import { Problem } from '@aicp/common/errors/problem';
import { stepsOf } from '@aicp/contracts/workflows/check/spec-steps';
import type { Proposal, Spec } from './collection.ts';
import type { ObjectStore } from './store.ts';

type Claimed = 'Team' | 'APIKey';

/** What an object's lists let in, by name. */
type Lists = (spec: Spec, claimed: Claimed) => unknown;

const allowed: Lists = (spec, claimed) =>
  claimed === 'Team' ? spec['allowedTeams'] : spec['allowedKeys'];

const approvers: Lists = (spec, claimed) =>
  claimed === 'Team' ? [] : stepsOf(spec).map((step) => step.with['approvers']);

const LISTS: readonly (readonly [KindDefinition, Lists])[] = [
  [mcpServer, allowed],
  [agent, allowed],
  [workflowTemplate, approvers],
];

/**
 * Throws a Problem (403) where a new team or key would have a name that an object lets in already, and its maker administers not what the
 * object belongs to: who makes it would get what somebody else was meant to have. An object of an organization lets in that organization's
 * alone, so that its lists keep no name from others. Whoever may write such a list may name in it whom they like.
 */
export function requireUnkeptName(
  store: Pick<ObjectStore, 'list'>,
  claimed: Claimed,
  proposal: Proposal & { readonly organization: string | undefined },
): void {
  const { name, before, scope, organization } = proposal;
  if (before !== undefined || scope === 'all') return;
  const owners = LISTS.flatMap(([kind, listsOf]) =>
    store
      .list(kind)
      .filter(({ spec }) => [listsOf(spec, claimed)].flat(2).includes(name))
      .map(({ spec }) => spec['organizationId']),
  );
  if (owners.includes(undefined)) throw kept('of the platform');
  if (scope !== 'organization' && owners.includes(organization)) throw kept('of the organization');
}

const kept = (whose: string): Problem =>
  new Problem(
    403,
    `This name is kept for whom an administrator ${whose} lets in by it: have an administrator ${whose} make it, or choose another name.`,
  );

import { hash } from 'node:crypto';
import { keySection, type KeyFragment } from '@aicp/contracts/snapshot/sections/keys';
import type { WorkflowDefinition } from '@aicp/contracts/workflows/workflow-definition';

/** Sections of a snapshot. */
export type Sections = Readonly<Record<string, readonly object[]>>;

const sourceOf = (kind: string, name: string) => ({
  ...{ kind, name, uid: `uid-of-${kind}-${name}`, generation: 1 },
});

/** A key; its secret is `sk-<id>`. */
export const keyOf = (id: string, more: Partial<KeyFragment> = {}): KeyFragment => ({
  ...{ source: sourceOf('APIKey', id), id, hashes: [{ hash: hash('sha256', `sk-${id}`) }] },
  ...{ role: 'member', organization: 'acme', allowedModels: [], blocked: false, metadata: {} },
  ...more,
});

/** The key that callers without credentials run as. */
export const builtInKey = keyOf('workflows', { organization: undefined });

export const organizationOf = (id: string) => ({
  ...{ source: sourceOf('Organization', id), id, members: [] },
});

type Step = WorkflowDefinition['steps'][number];

/** A step, of which only what matters is said. */
export const step = (
  id: string,
  type: Step['type'],
  given: Step['with'],
  more: Partial<Step> = {},
): Step => ({ id, type, with: given, ...more });

/** A template of these steps. */
export const templateOf = (
  type: string,
  steps: readonly Step[],
  more: Partial<WorkflowDefinition> = {},
): WorkflowDefinition => ({
  ...{ source: sourceOf('WorkflowTemplate', type), type, name: type, steps: [...steps] },
  ...{ timeout_seconds: 600, is_active: true, publish: false },
  ...more,
});

/** An organization whose people sign in by `https://idp.example`, and in which somebody has a role. */
export const signedOnOrganization = (id: string, user: string, role: string) => ({
  ...organizationOf(id),
  members: [{ user, role }],
  sso: {
    ...{ isEnabled: true, issuer: 'https://idp.example', clientId: 'aicp', clientSecret: 'none' },
    ...{ scopes: [], roleMapping: [] },
  },
});

/** What somebody signed in with at the provider of such an organization. */
export const signOn = { issuer: 'https://idp.example', client: 'aicp', facts: [] };

/** A snapshot of templates, and of keys. */
export const sectionsOf = (
  templates: readonly WorkflowDefinition[],
  keys: readonly KeyFragment[] = [],
): Sections => ({
  'workflow-templates': templates,
  [keySection(0)]: [builtInKey, ...keys],
  organizations: [organizationOf('acme'), organizationOf('other')],
});

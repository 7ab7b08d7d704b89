import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { isAlreadyExists } from '@aicp/common/kubernetes/errors';
import { SECRETS, type KubernetesObject, type ResourceType } from '@aicp/common/kubernetes/objects';
import { KEY_PREFIX_CHARACTERS, newApiKey } from '@aicp/contracts/keys/api-key';
import { sha256 } from '@aicp/contracts/snapshot/digest';
import { accessTier } from '@aicp/crds/access-tier';
import { apiKey } from '@aicp/crds/api-key';
import { budget } from '@aicp/crds/budget';
import { controlPlane } from '@aicp/crds/control-plane';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import { workflowTemplate } from '@aicp/crds/workflow-template';
import { z } from 'zod';
import { INITIAL_TIERS } from './initial/tiers.ts';
import { INITIAL_WORKFLOWS } from './initial/workflows.ts';
import { resourceTypeOf } from './resource-type.ts';

/** Where the key of the first administrator stands. */
export const ADMIN_KEY_SECRET = 'aicp-admin-key';
const ADMIN_KEY_OBJECT = 'bootstrap-admin';
const DATA_KEY = 'key';

/** The key that executions without credentials run as, and the budget that bounds them. */
export const WORKFLOWS_KEY = 'workflows';
const WORKFLOWS_MONTHLY_USD = 10;

const BOOTSTRAP_KEY = `APIKey/${ADMIN_KEY_OBJECT}`;

/** An object that exists from the start. */
interface Initial {
  readonly definition: KindDefinition;
  readonly name: string;
  spec(options: DefaultsOptions): object;
}

const labelOf = ({ definition: { kind }, name }: Initial): string => `${kind}/${name}`;

/** The specs of a kind, by name. */
const ofKind = (
  definition: KindDefinition,
  specs: Readonly<Record<string, object>>,
): readonly Initial[] =>
  Object.entries(specs).map(([name, spec]) => ({ definition, name, spec: () => spec }));

const SETTINGS = ofKind(controlPlane, { default: {} });

const TIERS = ofKind(accessTier, INITIAL_TIERS);

/** Nobody would use them without a workflow engine: they are made when there is one. The budget comes before its key, so that there is no moment in which the key has none. */
const OF_WORKFLOWS: readonly Initial[] = [
  ...ofKind(workflowTemplate, INITIAL_WORKFLOWS),
  ...ofKind(budget, {
    [WORKFLOWS_KEY]: {
      displayName: 'Workflows without credentials',
      entityType: 'key',
      entityId: WORKFLOWS_KEY,
      monthlyLimit: WORKFLOWS_MONTHLY_USD,
      action: 'block',
    },
  }),
  {
    definition: apiKey,
    name: WORKFLOWS_KEY,
    // Nobody keeps this key: only the workflow engine acts in its name.
    spec: ({ randomBytes }) => ({
      displayName: 'Workflows without credentials',
      keyHash: sha256(newApiKey(randomBytes)),
      role: 'member',
    }),
  },
];

export interface DefaultsOptions {
  readonly api: Pick<KubernetesApi, 'get' | 'create'>;
  readonly namespace: string;
  /** Whether the key of the first administrator is made here. On one machine, the command that starts everything makes it. */
  readonly bootstrapKey: boolean;
  /** Whether a workflow engine belongs to the installation. */
  readonly runsWorkflows: boolean;
  readonly randomBytes: (count: number) => Uint8Array;
}

/**
 * Makes the objects that exist from the start, each once in the life of an installation: what a person deletes stays deleted.
 * `done` names those that were made before; the answer, those that are made now.
 */
export async function makeDefaults(
  options: DefaultsOptions,
  done: readonly string[],
): Promise<string[]> {
  const others = options.runsWorkflows ? [...TIERS, ...OF_WORKFLOWS] : TIERS;
  const wanted = [
    ...SETTINGS.map(labelOf),
    ...(options.bootstrapKey ? [BOOTSTRAP_KEY] : []),
    ...others.map(labelOf),
  ];
  const missing = wanted.filter((name) => !done.includes(name));
  const make = async (all: readonly Initial[]) => {
    for (const one of all.filter((initial) => missing.includes(labelOf(initial)))) {
      const spec = one.spec(options);
      await createOnce(options, resourceTypeOf(one.definition), named(one.name, options, { spec }));
    }
  };
  await make(SETTINGS);
  if (missing.includes(BOOTSTRAP_KEY)) await makeBootstrapKey(options);
  await make(others);
  return [...done, ...missing];
}

/** The Secret comes first, so that a crash in between never leaves an object whose key nobody knows. */
async function makeBootstrapKey(options: DefaultsOptions): Promise<void> {
  const fresh = Buffer.from(newApiKey(options.randomBytes)).toString('base64');
  const secret = named(ADMIN_KEY_SECRET, options, { type: 'Opaque', data: { [DATA_KEY]: fresh } });
  await createOnce(options, SECRETS, secret);
  const { namespace } = options;
  const stored = await options.api.get(SECRETS, { namespace, name: ADMIN_KEY_SECRET });
  const { data } = secretData.parse(stored);
  const key = Buffer.from(data[DATA_KEY], 'base64').toString().trim();
  const spec = {
    displayName: 'Bootstrap administrator',
    keyHash: sha256(key),
    ...(key.startsWith('aicp_') ? { keyPrefix: key.slice(0, KEY_PREFIX_CHARACTERS) } : {}),
    role: 'platform_admin',
  };
  await createOnce(options, resourceTypeOf(apiKey), named(ADMIN_KEY_OBJECT, options, { spec }));
}

const secretData = z.object({ data: z.object({ [DATA_KEY]: z.base64() }) });

const named = (
  name: string,
  { namespace }: DefaultsOptions,
  rest: Readonly<Record<string, unknown>>,
): KubernetesObject => ({ metadata: { name, namespace }, ...rest });

async function createOnce(
  { api }: DefaultsOptions,
  type: ResourceType,
  object: KubernetesObject,
): Promise<void> {
  try {
    await api.create(type, object);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}

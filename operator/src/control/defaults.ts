import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { isAlreadyExists } from '@aicp/common/kubernetes/errors';
import { SECRETS, type KubernetesObject, type ResourceType } from '@aicp/common/kubernetes/objects';
import { KEY_PREFIX_CHARACTERS, newApiKey } from '@aicp/contracts/keys/api-key';
import { sha256 } from '@aicp/contracts/snapshot/digest';
import { accessTier, type AccessTierSpec } from '@aicp/crds/access-tier';
import { apiKey } from '@aicp/crds/api-key';
import { controlPlane } from '@aicp/crds/control-plane';
import { z } from 'zod';
import { resourceTypeOf } from './resource-type.ts';

/** The tiers of models that exist from the start, by name. People change and delete them as they like. */
const DEFAULT_TIERS: Readonly<Record<string, Partial<AccessTierSpec>>> = {
  standard: {
    displayName: 'Standard',
    description: 'For everybody.',
    modelTiers: ['free', 'budget', 'standard', 'self_hosted'],
  },
  premium: {
    displayName: 'Premium',
    description: 'Models that cost more, for those who need them.',
    modelTiers: ['premium'],
    requiresApproval: true,
  },
  experimental: {
    displayName: 'Experimental',
    description: 'Models that may change or go at any time.',
    modelTiers: ['experimental'],
    requiresApproval: true,
    requiresJustification: true,
    maxGrantDurationDays: 90,
  },
};

/** Where the key of the first administrator stands. */
export const ADMIN_KEY_SECRET = 'aicp-admin-key';
const ADMIN_KEY_OBJECT = 'bootstrap-admin';
const DATA_KEY = 'key';

const CONTROL_PLANE = 'ControlPlane/default';
const BOOTSTRAP_KEY = `APIKey/${ADMIN_KEY_OBJECT}`;
const tierLabel = (name: string): string => `AccessTier/${name}`;
const TIERS = Object.keys(DEFAULT_TIERS).map(tierLabel);

export interface DefaultsOptions {
  readonly api: Pick<KubernetesApi, 'get' | 'create'>;
  readonly namespace: string;
  /** Whether the key of the first administrator is made here. On one machine, the command that starts everything makes it. */
  readonly bootstrapKey: boolean;
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
  const wanted = [CONTROL_PLANE, ...(options.bootstrapKey ? [BOOTSTRAP_KEY] : []), ...TIERS];
  const missing = wanted.filter((name) => !done.includes(name));
  if (missing.includes(CONTROL_PLANE)) {
    await createOnce(
      options,
      resourceTypeOf(controlPlane),
      named('default', options, { spec: {} }),
    );
  }
  if (missing.includes(BOOTSTRAP_KEY)) await makeBootstrapKey(options);
  for (const [name, spec] of Object.entries(DEFAULT_TIERS)) {
    if (!missing.includes(tierLabel(name))) continue;
    await createOnce(options, resourceTypeOf(accessTier), named(name, options, { spec }));
  }
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

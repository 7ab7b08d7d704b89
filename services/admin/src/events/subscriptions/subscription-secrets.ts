import { Problem } from '@aicp/common/errors/problem';
import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { isAlreadyExists, isConflict } from '@aicp/common/kubernetes/errors';
import { SECRETS, type KubernetesObject } from '@aicp/common/kubernetes/objects';
import { isMadeForAnother, isReservedSecret } from '@aicp/common/kubernetes/reserved-secret';
import type { Clock } from '@aicp/common/time/clock';
import { eventSubscription } from '@aicp/crds/event-subscription';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  newSigningSecret,
  rotated,
  signingSecretsIn,
} from '../../kinds/event-subscription/signing-secret.ts';
import { ownedBy } from '../../resources/owners.ts';
import { MADE_HERE, secretPrefix } from '../../resources/secret-keeper.ts';
import type { StoredObject } from '../../resources/stored-object.ts';

type Values = Readonly<Record<string, string>>;

/** A key of a Secret. */
export interface SecretPlace {
  readonly name: string;
  readonly key: string;
}

/** Why a secret cannot be had, as a sentence that says what to do. */
export interface MissingSecret {
  readonly missing: string;
}

export interface SubscriptionSecretsOptions {
  readonly api: Pick<KubernetesApi, 'get' | 'create' | 'replace'>;
  readonly namespace: string;
  readonly clock: Clock;
  readonly randomBytes: (count: number) => Uint8Array;
}

/** Where the secret of a subscription stands that was created without one. */
const KEY = 'secret';
const HOUR_MS = 3_600_000;
/** How long the secret before goes on signing. */
export const OVERLAP_MS = 24 * HOUR_MS;

const form = z.object({
  metadata: z.object({
    name: z.string(),
    labels: z.record(z.string(), z.string()).default({}),
    ownerReferences: z
      .array(z.object({ kind: z.string(), name: z.string(), uid: z.string() }))
      .default([]),
  }),
  type: z.string().default(''),
  data: z.record(z.string(), z.string()).default({}),
});
type SecretForm = z.output<typeof form>;

/** The secrets of subscriptions, as Secrets of the namespace hold them. The installation's own, and those that were made for other objects, never resolve. */
export class SubscriptionSecrets {
  private readonly options: SubscriptionSecretsOptions;

  constructor(options: SubscriptionSecretsOptions) {
    this.options = options;
  }

  /** The value that a subscription's reference names. */
  async valueAt(
    object: StoredObject,
    { name, key }: SecretPlace,
  ): Promise<{ readonly value: string } | MissingSecret> {
    const found = await this.valuesOf(object, name);
    if ('missing' in found) return found;
    const { values } = found;
    const value = values[key]?.trim() ?? '';
    return value === ''
      ? { missing: `Secret "${name}" has no key "${key}", or nothing in it: write it there.` }
      : { value };
  }

  /** What signs what is sent to a webhook now, the newest first. One that names no secret is made one. */
  async signing(
    object: StoredObject,
  ): Promise<{ readonly secrets: readonly string[] } | MissingSecret> {
    const named = namedPlace(object);
    if (!named) await this.make(object);
    const { name, key } = named ?? ownPlace(object);
    const found = await this.valuesOf(object, name);
    if ('missing' in found) return found;
    const { values } = found;
    const secrets = signingSecretsIn(values, key, this.options.clock.now());
    if (secrets.length > 0) return { secrets };
    return {
      missing: `Key "${key}" of Secret "${name}" is no secret to sign with: write whsec_ and base64 there, or a text.`,
    };
  }

  /** Makes a new secret, beside which the one before signs for a while. Throws a Problem (409) where the Secret is not of this service's making. */
  async rotate(object: StoredObject, isTrial: boolean): Promise<string> {
    const { api, namespace, clock, randomBytes } = this.options;
    const named = namedPlace(object);
    if (!named && !isTrial) await this.make(object);
    const { name, key } = named ?? ownPlace(object);
    const stored = await api.get(SECRETS, { namespace, name });
    if (named && !(stored && isOurs(stored, object))) throw notOurs(named);
    const secret = newSigningSecret(randomBytes);
    if (isTrial || !stored) return secret;
    const until = new Date(clock.now() + OVERLAP_MS);
    await this.replace(stored, rotated(decoded(form.parse(stored)), { key, secret, until }));
    return secret;
  }

  /** Where the signing secret of a webhook stands. */
  placeOf(object: StoredObject): SecretPlace {
    return namedPlace(object) ?? ownPlace(object);
  }

  private async valuesOf(
    object: StoredObject,
    name: string,
  ): Promise<{ readonly values: Values } | MissingSecret> {
    const { api, namespace } = this.options;
    const secret = form.safeParse(await api.get(SECRETS, { namespace, name })).data;
    const marks = secret && marksOf(secret);
    if (!marks || isReservedSecret(marks) || isMadeForAnother(marks, referrerOf(object))) {
      // Not told apart: names of Secrets that were made for others hold names of other tenants' objects.
      return {
        missing: `There is no Secret "${name}" for this subscription: create one of your own, or name another.`,
      };
    }
    return { values: decoded(secret) };
  }

  private async replace(
    stored: KubernetesObject,
    values: Readonly<Record<string, string>>,
  ): Promise<void> {
    try {
      await this.options.api.replace(SECRETS, { ...stored, data: encoded(values) });
    } catch (error) {
      if (!isConflict(error)) throw error;
      throw new Problem(409, 'Its secret was rotated by somebody else just now: try again.');
    }
  }

  /** Somebody else may be as fast. */
  private async make(object: StoredObject): Promise<void> {
    const { api, namespace, randomBytes } = this.options;
    const { name, key } = ownPlace(object);
    if (await api.get(SECRETS, { namespace, name })) return;
    const metadata = { name, namespace, labels: MADE_HERE, ...ownedBy(object) };
    const data = encoded({ [key]: newSigningSecret(randomBytes) });
    try {
      await api.create(SECRETS, { metadata, type: 'Opaque', data });
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
  }
}

/** What a spec names, where it names something. */
export function placeAt(object: StoredObject, field: string): SecretPlace | undefined {
  const config = (object.spec['config'] ?? {}) as Readonly<Record<string, unknown>>;
  return config[field] as SecretPlace | undefined;
}

const namedPlace = (object: StoredObject): SecretPlace | undefined => placeAt(object, 'secretRef');

/** The Secret of a subscription that names none. Its name is one of those that are known to be made for this very object. */
function ownPlace({ metadata }: StoredObject): SecretPlace {
  const hash = createHash('sha256')
    .update(metadata.uid ?? '')
    .digest('hex');
  return { name: secretPrefix(eventSubscription, metadata.name) + hash.slice(0, 8), key: KEY };
}

const referrerOf = ({ metadata }: StoredObject) => ({
  kind: eventSubscription.kind,
  name: metadata.name,
  uid: metadata.uid ?? '',
});

const marksOf = ({ metadata, type }: SecretForm) => ({
  name: metadata.name,
  labels: metadata.labels,
  type,
  owners: metadata.ownerReferences,
});

function isOurs(stored: KubernetesObject, object: StoredObject): boolean {
  const marks = marksOf(form.parse(stored));
  const isMadeHere = Object.entries(MADE_HERE).every(
    ([label, value]) => marks.labels[label] === value,
  );
  return isMadeHere && !isMadeForAnother(marks, referrerOf(object));
}

const notOurs = ({ name, key }: SecretPlace): Problem =>
  new Problem(
    409,
    `The secret stands in your own Secret "${name}": write the new one under "${key}" there, the old one under "${key}-previous", and under "${key}-previous-until" until when both sign (RFC 3339). Or send a "secret" in config, which is kept here.`,
  );

const decoded = ({ data }: SecretForm): Values =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]),
  );

const encoded = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, Buffer.from(value).toString('base64')]),
  );

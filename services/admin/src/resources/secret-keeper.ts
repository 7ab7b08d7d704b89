import { Problem } from '@aicp/common/errors/problem';
import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { SECRETS, type KubernetesObject } from '@aicp/common/kubernetes/objects';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import { inlineName, secretNamesIn } from '@aicp/crds/kit/secret-fields';
import type { InlineSecret } from '@aicp/crds/kit/wire-values';
import type { Spec } from './collection.ts';
import { ownedBy } from './owners.ts';
import type { StoredObject } from './stored-object.ts';

/** Marks Secrets of our making. */
export const MADE_HERE = { 'app.kubernetes.io/managed-by': 'aicp-admin' } as const;

/** A Secret that is to be made for an object, and the patch that makes a spec refer to it. */
export interface PlannedSecret {
  readonly name: string;
  readonly data: Readonly<Record<string, string>>;
  readonly patch: Spec;
}

/** Names of the Secrets of our making for an object begin so. */
export const secretPrefix = (kind: KindDefinition, name: string): string =>
  `aicp-secret-${kind.singular}-${name}-`;

/**
 * Keeps the secrets that clients send in Secrets of our own making. A changed one is a new Secret, so that a write of an object, which
 * is atomic, is also the moment at which its secret changes.
 */
export class SecretKeeper {
  private readonly api: KubernetesApi;
  private readonly namespace: string;
  private readonly random: () => number;

  constructor(options: { api: KubernetesApi; namespace: string; random: () => number }) {
    this.api = options.api;
    this.namespace = options.namespace;
    this.random = options.random;
  }

  /** Where the secrets of an object will be; undefined where there are none. Nothing is stored yet. */
  plan(
    kind: KindDefinition,
    name: string,
    secrets: readonly InlineSecret[],
  ): PlannedSecret | undefined {
    if (secrets.length === 0) return undefined;
    const letters = Math.floor(this.random() * 36 ** 8).toString(36);
    const secretName = secretPrefix(kind, name) + letters.padStart(8, '0');
    let patch: Spec = {};
    const data: Record<string, string> = {};
    for (const { path, value } of secrets) {
      const key = inlineName(kind, path.at(-1) ?? '');
      patch = withValue(patch, path, { name: secretName, key });
      data[key] = Buffer.from(value).toString('base64');
    }
    return { name: secretName, data, patch };
  }

  /**
   * Makes a Secret, then the write that refers to it; a write that was refused leaves none behind. One whose end is not known does: the
   * object may refer to it. Without an owner, the written object becomes it.
   */
  async during(
    planned: PlannedSecret,
    owner: StoredObject | undefined,
    write: () => Promise<StoredObject>,
  ): Promise<StoredObject> {
    const { name, data } = planned;
    const metadata = { ...this.place(name), labels: MADE_HERE, ...(owner ? ownedBy(owner) : {}) };
    const secret = await this.api.create(SECRETS, { metadata, type: 'Opaque', data });
    try {
      const written = await write();
      if (!owner) await this.adopt(secret, written);
      return written;
    } catch (error) {
      if (error instanceof Problem && error.status < 500) await this.remove(name);
      throw error;
    }
  }

  /** Kubernetes removes a Secret together with its owner. */
  private async adopt(secret: KubernetesObject, owner: StoredObject): Promise<void> {
    const metadata = { ...secret.metadata, ...ownedBy(owner) };
    await this.api.replace(SECRETS, { ...secret, metadata });
  }

  /** Removes a Secret of our making; anybody else's stays. */
  async remove(name: string): Promise<void> {
    const secret = await this.api.get(SECRETS, this.place(name));
    if (secret && isOurs(secret)) await this.api.remove(SECRETS, this.place(name));
  }

  /** Removes the Secrets of our making that an object referred to before a change, and does not any more. */
  async removeUnused(
    kind: KindDefinition,
    before: StoredObject,
    after: StoredObject,
  ): Promise<void> {
    const used = secretNamesIn(kind, after.spec);
    const prefix = secretPrefix(kind, before.metadata.name);
    const unused = secretNamesIn(kind, before.spec).filter(
      (name) => !used.includes(name) && name.startsWith(prefix),
    );
    await Promise.all(unused.map((name) => this.remove(name)));
  }

  private place(name: string): { name: string; namespace: string } {
    return { name, namespace: this.namespace };
  }
}

const isOurs = ({ metadata }: KubernetesObject): boolean =>
  Object.entries(MADE_HERE).every(([label, value]) => metadata.labels?.[label] === value);

function withValue(spec: Spec, [field = '', ...rest]: readonly string[], value: unknown): Spec {
  if (rest.length === 0) return { ...spec, [field]: value };
  return { ...spec, [field]: withValue((spec[field] ?? {}) as Spec, rest, value) };
}

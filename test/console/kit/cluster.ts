import { NamespaceClient } from '@aicp/local/client/namespace-client';
import { isDeepStrictEqual } from 'node:util';
import { until } from '../../kubernetes/control-plane/until.ts';

export interface StoredObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec: Readonly<Record<string, unknown>>;
}

/** An object to apply: as a manifest has it. */
export interface Manifest {
  readonly kind: string;
  readonly name: string;
  readonly spec: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** The Kubernetes API of an installation, as kubectl sees it. */
export class Cluster {
  private readonly client: NamespaceClient;

  constructor(kubeconfig: string) {
    this.client = NamespaceClient.fromKubeconfig(kubeconfig);
  }

  /** All objects of a resource. */
  async list(plural: string): Promise<readonly StoredObject[]> {
    const { items } = (await this.client.read({
      resource: plural,
      name: undefined,
      accept: 'application/json',
    })) as { readonly items: readonly StoredObject[] };
    return items;
  }

  /** Waits for an object whose spec has these values, and answers it. */
  async withSpec(plural: string, spec: Readonly<Record<string, unknown>>): Promise<StoredObject> {
    const what = `${plural} has an object with ${JSON.stringify(spec)}`;
    return await until(
      async () => (await this.list(plural)).find((object) => hasValues(object.spec, spec)),
      { what, timeoutMs: 60_000 },
    );
  }

  /** Waits until an object is gone. */
  async without(plural: string, name: string): Promise<void> {
    await until(
      async () => (await this.list(plural)).every(({ metadata }) => metadata.name !== name),
      { what: `${plural} has no ${name}`, timeoutMs: 60_000 },
    );
  }

  /** Server-side apply, by the same call as `aicp apply`. */
  async apply({ kind, name, spec, annotations = {} }: Manifest): Promise<void> {
    const body = {
      apiVersion: 'aicp.dev/v1alpha1',
      kind,
      metadata: { name, annotations },
      spec,
    };
    await this.client.apply(body);
  }

  /** As `kubectl delete`; nothing where there is no such object. */
  async remove(plural: string, name: string): Promise<void> {
    const exists = (await this.list(plural)).some(({ metadata }) => metadata.name === name);
    if (!exists) return;
    await this.client.requests.json({
      method: 'DELETE',
      path: `/apis/aicp.dev/v1alpha1/namespaces/default/${plural}/${name}`,
    });
  }

  /** Removes whatever has these values in its spec. */
  async removeWith(plural: string, spec: Readonly<Record<string, unknown>>): Promise<void> {
    for (const object of await this.list(plural)) {
      if (hasValues(object.spec, spec)) await this.remove(plural, object.metadata.name);
    }
  }

  async close(): Promise<void> {
    await this.client.close();
  }
}

const hasValues = (
  actual: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, unknown>>,
): boolean =>
  Object.entries(wanted).every(([field, value]) => isDeepStrictEqual(actual[field], value));

import type { KubeConfig } from '@kubernetes/client-node';
import { HttpMethod, RequestContext } from '@kubernetes/client-node/dist/gen/http/http.js';
import { PatchStrategy } from '@kubernetes/client-node/dist/patch.js';
import { z } from 'zod';
import type {
  ApplyOptions,
  KubernetesApi,
  ListScope,
  ObjectList,
  RemovePreconditions,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from './api.ts';
import { ApiRequests, type Call, type Connection } from './api-requests.ts';
import { isNotFound, kubernetesError } from './errors.ts';
import {
  apiVersionOf,
  resourcePath,
  type KubernetesObject,
  type ObjectRef,
  type ResourceType,
} from './objects.ts';
import { readWatch } from './watch-stream.ts';

/** Objects asked for at once: a page of the largest kinds stays well under the server's limits. */
const PAGE = 500;

const listPage = z.object({
  metadata: z.object({ resourceVersion: z.string(), continue: z.string().optional() }),
  items: z.array(z.custom<KubernetesObject>(isObject)),
});

/** The Kubernetes API over HTTP, with the addresses, certificates and credentials of a kubeconfig. */
export class KubernetesClient implements KubernetesApi {
  private readonly requests: ApiRequests;

  constructor(config: KubeConfig, userAgent: string) {
    this.requests = new ApiRequests(() => connectionOf(config), userAgent);
  }

  async list(type: ResourceType, scope: ListScope, signal?: AbortSignal): Promise<ObjectList> {
    const items: KubernetesObject[] = [];
    let next: string | undefined;
    for (;;) {
      const page = listPage.parse(
        await this.requests.json({
          method: 'GET',
          path: resourcePath(type, { namespace: scope.namespace }),
          query: {
            labelSelector: scope.labelSelector,
            fieldSelector: scope.fieldSelector,
            limit: String(PAGE),
            continue: next,
          },
          signal,
        }),
      );
      items.push(...page.items);
      next = page.metadata.continue;
      if (!next) return { items, resourceVersion: page.metadata.resourceVersion };
    }
  }

  async get(type: ResourceType, ref: ObjectRef): Promise<KubernetesObject | undefined> {
    return await unlessNotFound(this.object({ method: 'GET', path: resourcePath(type, ref) }));
  }

  async create(
    type: ResourceType,
    object: KubernetesObject,
    options: WriteOptions = {},
  ): Promise<KubernetesObject> {
    const { namespace } = object.metadata;
    return await this.object({
      method: 'POST',
      path: resourcePath(type, { namespace }),
      query: writeQuery(options),
      body: named(type, object),
    });
  }

  async replace(
    type: ResourceType,
    object: KubernetesObject,
    options: WriteOptions = {},
  ): Promise<KubernetesObject> {
    return await this.object({
      method: 'PUT',
      path: resourcePath(type, object.metadata),
      query: writeQuery(options),
      body: named(type, object),
    });
  }

  async apply(
    type: ResourceType,
    object: KubernetesObject,
    options: ApplyOptions,
  ): Promise<KubernetesObject> {
    const { name, namespace } = object.metadata;
    const { subresource, fieldManager } = options;
    return await this.object({
      method: 'PATCH',
      path: resourcePath(type, { name, namespace, ...(subresource ? { subresource } : {}) }),
      query: { fieldManager, force: 'true' },
      body: named(type, object),
      contentType: PatchStrategy.ServerSideApply,
    });
  }

  async remove(
    type: ResourceType,
    ref: ObjectRef,
    { dryRun, ...preconditions }: RemovePreconditions = {},
  ): Promise<boolean> {
    const removed = await unlessNotFound(
      this.requests.json({
        method: 'DELETE',
        path: resourcePath(type, ref),
        body: {
          apiVersion: 'v1',
          kind: 'DeleteOptions',
          propagationPolicy: 'Background',
          ...(Object.keys(preconditions).length > 0 ? { preconditions } : {}),
          ...(dryRun ? { dryRun: ['All'] } : {}),
        },
      }),
    );
    return removed !== undefined;
  }

  async watch(
    type: ResourceType,
    options: WatchOptions,
    onEvent: (event: WatchEvent) => void,
  ): Promise<void> {
    const answer = await this.requests.send({
      method: 'GET',
      path: resourcePath(type, { namespace: options.namespace }),
      query: {
        watch: 'true',
        allowWatchBookmarks: 'true',
        resourceVersion: options.resourceVersion,
        labelSelector: options.labelSelector,
      },
      signal: options.signal,
      bodyTimeout: 0,
    });
    await readWatch(answer.body, onEvent);
  }

  async read(path: string): Promise<unknown> {
    // Documents have types of their own: the keys of tokens are refused (406) to who asks for plain JSON alone.
    return await this.requests.json({ method: 'GET', path, accept: 'application/json, */*' });
  }

  private async object(call: Call): Promise<KubernetesObject> {
    const answer = await this.requests.json(call);
    if (!isObject(answer)) {
      throw kubernetesError({ status: 502, body: `${call.method} ${call.path}: no object` });
    }
    return answer;
  }
}

/** Address, credentials and connections of the kubeconfig as they are now. */
async function connectionOf(config: KubeConfig): Promise<Connection> {
  const cluster = config.getCurrentCluster();
  if (!cluster) throw new Error('the kubeconfig names no current cluster');
  const context = new RequestContext(cluster.server, HttpMethod.GET);
  await config.applySecurityAuthentication(context);
  return {
    server: cluster.server,
    headers: context.getHeaders(),
    dispatcher: context.getDispatcher(),
  };
}

const writeQuery = ({
  fieldManager,
  dryRun,
}: WriteOptions): Record<string, string | undefined> => ({
  fieldManager,
  dryRun: dryRun ? 'All' : undefined,
});

/** The body of a write: the API refuses one without its type. */
const named = (type: ResourceType, object: KubernetesObject): KubernetesObject => ({
  apiVersion: apiVersionOf(type),
  kind: type.kind,
  ...object,
});

async function unlessNotFound<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function isObject(value: unknown): value is KubernetesObject {
  if (typeof value !== 'object' || value === null || !('metadata' in value)) return false;
  const { metadata } = value;
  return typeof metadata === 'object' && metadata !== null && 'name' in metadata;
}

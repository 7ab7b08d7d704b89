import { readFileSync, existsSync } from 'node:fs';
import { ApiRequests } from '@aicp/common/kubernetes/api-requests';
import { KubernetesError } from '@aicp/common/kubernetes/errors';
import { Agent } from 'undici';
import { parse } from 'yaml';
import { z } from 'zod';
import { UserError } from '../cli/command.ts';
import { dataPaths } from '../data/paths.ts';

const kubeconfig = z.object({
  clusters: z.array(
    z.object({
      cluster: z.object({ server: z.string(), 'certificate-authority-data': z.string() }),
    }),
  ),
  users: z.array(z.object({ user: z.object({ token: z.string() }) })),
  contexts: z.array(z.object({ context: z.object({ namespace: z.string().optional() }) })),
});

const resourceList = z.object({
  resources: z.array(
    z.object({
      name: z.string(),
      singularName: z.string().optional(),
      kind: z.string(),
      shortNames: z.array(z.string()).optional(),
    }),
  ),
});

/** A resource of the API: where it stands and what it is called. */
interface Resource {
  readonly path: string;
  readonly name: string;
}

const GROUPS = ['/apis/aicp.dev/v1alpha1', '/api/v1'] as const;

/**
 * The few calls that the aicp command makes to the embedded Kubernetes API. It reads the kubeconfig that `aicp up` wrote by itself: the
 * KubeConfig of client-node, which services use, would take a command three times the CPU time and more than twice the memory.
 */
export class NamespaceClient {
  readonly requests: ApiRequests;
  private readonly namespace: string;
  private readonly server: string;
  private readonly agent: Agent;

  private constructor(options: { server: string; ca: string; token: string; namespace: string }) {
    this.namespace = options.namespace;
    this.server = options.server;
    this.agent = new Agent({ connect: { ca: options.ca } });
    const connection = {
      server: options.server,
      headers: { authorization: `Bearer ${options.token}` },
      dispatcher: this.agent,
    };
    this.requests = new ApiRequests(() => Promise.resolve(connection), 'aicp');
  }

  /** A client for the kubeconfig that `aicp up` wrote. */
  static fromKubeconfig(path: string): NamespaceClient {
    const config = kubeconfig.parse(parse(readFileSync(path, 'utf8')));
    const { cluster } = config.clusters[0] ?? {};
    const { user } = config.users[0] ?? {};
    if (!cluster || !user) throw new Error(`${path} names no cluster or no user`);
    return new NamespaceClient({
      server: cluster.server,
      ca: Buffer.from(cluster['certificate-authority-data'], 'base64').toString(),
      token: user.token,
      namespace: config.contexts[0]?.context.namespace ?? 'default',
    });
  }

  /** A collection, or one object of it; undefined where the API has no resource of that plural, singular, short name or kind. */
  async read(what: {
    resource: string;
    name: string | undefined;
    accept: string;
  }): Promise<unknown> {
    const resource = await this.resource(what.resource);
    if (!resource) return undefined;
    const path = this.pathOf(resource, what.name);
    return await this.json({ method: 'GET', path, accept: what.accept });
  }

  /** Writes an object by server-side apply, as `aicp`. Rejects with a KubernetesError where the API refuses it. */
  async apply(body: { kind: string; metadata: { name: string } }): Promise<void> {
    const resource = await this.resource(body.kind);
    if (!resource) {
      throw new KubernetesError({ status: 404, message: `the API has no kind ${body.kind}` });
    }
    await this.json({
      method: 'PATCH',
      path: this.pathOf(resource, body.metadata.name),
      query: { fieldManager: 'aicp', force: 'true' },
      body,
      contentType: 'application/apply-patch+yaml',
    });
  }

  private async resource(name: string): Promise<Resource | undefined> {
    const wanted = name.toLowerCase();
    for (const path of GROUPS) {
      const answer = await this.json({ method: 'GET', path });
      const found = resourceList.parse(answer).resources.find((resource) => {
        const { name: plural, singularName, kind, shortNames = [] } = resource;
        return [plural, singularName, kind.toLowerCase(), ...shortNames].includes(wanted);
      });
      if (found) return { path, name: found.name };
    }
    return undefined;
  }

  /** The parsed answer. Rejects with a UserError where nothing runs. */
  private async json(call: Parameters<ApiRequests['json']>[0]): Promise<unknown> {
    try {
      return await this.requests.json(call);
    } catch (error) {
      if (!isRefused(error)) throw error;
      throw new UserError(`nothing answers at ${this.server}: run \`aicp up\``, { cause: error });
    }
  }

  private pathOf(resource: Resource, name: string | undefined): string {
    const collection = `${resource.path}/namespaces/${this.namespace}/${resource.name}`;
    return name === undefined ? collection : `${collection}/${encodeURIComponent(name)}`;
  }

  async close(): Promise<void> {
    await this.agent.close();
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';

/** A client for the installation in a data directory. Throws a UserError where none was ever started. */
export function connect(directory: string): NamespaceClient {
  const { kubeconfig, root } = dataPaths(directory);
  if (!existsSync(kubeconfig))
    throw new UserError(`nothing was started in ${root}: run \`aicp up\``);
  return NamespaceClient.fromKubeconfig(kubeconfig);
}

import { readFileSync } from 'node:fs';
import { Agent, request } from 'undici';
import { parse } from 'yaml';
import { z } from 'zod';

/** A refusal by the Kubernetes API, in its own words. */
export class KubernetesRefusal extends Error {
  override readonly name = 'KubernetesRefusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

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
      categories: z.array(z.string()).optional(),
    }),
  ),
});

/** A resource of the API: where it stands and what it is called. */
export interface ResourceType {
  readonly path: string;
  readonly name: string;
  readonly kind: string;
}

const GROUPS = ['/apis/aicp.dev/v1alpha1', '/api/v1'] as const;

/** The few calls that `aicp` itself makes to the embedded Kubernetes API. Whoever needs more has kubectl. */
export class KubernetesClient {
  readonly namespace: string;
  private readonly server: string;
  private readonly token: string;
  private readonly agent: Agent;

  constructor(options: { server: string; ca: string; token: string; namespace: string }) {
    this.server = options.server;
    this.token = options.token;
    this.namespace = options.namespace;
    this.agent = new Agent({ connect: { ca: options.ca } });
  }

  /** A client for the kubeconfig that `aicp up` wrote. */
  static fromKubeconfig(path: string): KubernetesClient {
    const config = kubeconfig.parse(parse(readFileSync(path, 'utf8')));
    const { cluster } = config.clusters[0] ?? {};
    const { user } = config.users[0] ?? {};
    if (!cluster || !user) throw new Error(`${path} names no cluster or no user`);
    return new KubernetesClient({
      server: cluster.server,
      ca: Buffer.from(cluster['certificate-authority-data'], 'base64').toString(),
      token: user.token,
      namespace: config.contexts[0]?.context.namespace ?? 'default',
    });
  }

  /** The parsed answer. Throws a KubernetesRefusal for any status of 400 and above. */
  async call(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    options: { body?: unknown; contentType?: string; accept?: string } = {},
  ): Promise<unknown> {
    const answer = await request(`${this.server}${path}`, {
      method,
      dispatcher: this.agent,
      headers: {
        authorization: `Bearer ${this.token}`,
        accept: options.accept ?? 'application/json',
        'user-agent': 'aicp',
        ...(options.body === undefined
          ? {}
          : { 'content-type': options.contentType ?? 'application/json' }),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 400) {
      throw new KubernetesRefusal(answer.statusCode, refusalMessage(text));
    }
    return JSON.parse(text) as unknown;
  }

  /** The resource called `name`: a plural, singular, short name or kind. Undefined where there is none. */
  async resource(name: string): Promise<ResourceType | undefined> {
    const wanted = name.toLowerCase();
    for (const path of GROUPS) {
      const { resources } = resourceList.parse(await this.call('GET', path));
      const found = resources.find((resource) =>
        [
          resource.name,
          resource.singularName,
          resource.kind.toLowerCase(),
          ...(resource.shortNames ?? []),
        ].includes(wanted),
      );
      if (found) return { path, name: found.name, kind: found.kind };
    }
    return undefined;
  }

  /** The path of a resource's collection in the namespace, or of one object of it. */
  pathOf(resource: ResourceType, name?: string): string {
    const collection = `${resource.path}/namespaces/${this.namespace}/${resource.name}`;
    return name === undefined ? collection : `${collection}/${encodeURIComponent(name)}`;
  }

  async close(): Promise<void> {
    await this.agent.close();
  }
}

function refusalMessage(text: string): string {
  try {
    const status = JSON.parse(text) as { message?: string };
    return status.message ?? text;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdminConfig } from '@aicp/admin/config';
import type { LimitCounts } from '@aicp/admin/kinds/rate-limit-policy/gateway-counts';
import type { WorkflowEngine } from '@aicp/admin/executions/workflow-engine';
import type { ChatGateway } from '@aicp/admin/playground/chat-gateway';
import { startAdmin } from '@aicp/admin/start';
import type { DatabaseLocation } from '@aicp/common/database/open-database';
import { makeTemplate } from '@aicp/common/database/pglite/data-directory';
import { LOCAL_TOO } from '@aicp/common/http/address-guard';
import { KubernetesClient } from '@aicp/common/kubernetes/client';
import { ENDPOINT_SLICES } from '@aicp/common/kubernetes/objects';
import { PooledKubeConfig } from '@aicp/common/kubernetes/pooled-kube-config';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { Registry } from '@aicp/common/metrics/registry';
import { PollClient } from '@aicp/common/snapshot/poll-client';
import { systemClock, type Clock } from '@aicp/common/time/clock';
import { newApiKey } from '@aicp/contracts/keys/api-key';
import type { Role } from '@aicp/api-kit/access/principal';
import { BUNDLED_LICENSE_KEYS } from '@aicp/admin/kinds/license/license-keys';
import { kindNamed } from '@aicp/crds/kinds';
import { bootstrapKeyObject } from '@aicp/local/control/first-objects';
import { endpointSlice } from '@aicp/local/control/endpoints';
import { kubeconfigFor } from '@aicp/local/kubernetes/kubeconfig';
import {
  startKubernetesApi,
  type KubernetesApi,
} from '@aicp/local/kubernetes/start-kubernetes-api';
import type { AuditTarget } from '@aicp/operator/audit/report-client';
import { resourceTypeOf } from '@aicp/operator/control/resource-type';
import { startOperator, type RunningOperator } from '@aicp/operator/start';
import { AdminClient } from './clients.ts';
import { NO_LIMITS } from './no-limits.ts';
import type { AdminSurroundings, InstalledAdmin } from './installed-admin.ts';

export interface InstallationOptions {
  /** Without it, PGlite in a folder of its own. */
  readonly database?: DatabaseLocation;
  readonly config?: Partial<AdminConfig>;
  readonly clock?: Clock;
  /** How the counters of limits stand; without it, nobody can be asked. */
  readonly counts?: LimitCounts;
  readonly playground?: ChatGateway;
  readonly workflows?: WorkflowEngine;
  /** Runs the admin service as a process of its own, say; without it, it runs in this one. */
  readonly runAdmin?: (surroundings: AdminSurroundings) => Promise<InstalledAdmin>;
}

const HOST = '127.0.0.1';
const NAMESPACE = 'default';
const AUDIT_TOKEN = 'audit-token';
const SNAPSHOT_TOKEN = 'admin-token';
export const GATEWAY_TOKEN = 'gateway-token';
const TOKENS = new Map([[SNAPSHOT_TOKEN, 'admin'] as const, [GATEWAY_TOKEN, 'gateway'] as const]);
const PATIENCE_MS = 60_000;
/** A whole control plane but the gateway, in this process: embedded Kubernetes API, operator, admin service, its database. */
export class AdminInstallation implements AsyncDisposable {
  readonly api: KubernetesClient;
  readonly namespace = NAMESPACE;
  /** Of the administrator. */
  readonly bootstrapKey = newApiKey();
  /** What the admin service logged. */
  readonly entries: Record<string, unknown>[];
  admin!: InstalledAdmin;
  operator!: RunningOperator;
  private readonly directory: string;
  private server: KubernetesApi;
  private readonly kubeConfig: PooledKubeConfig;
  private readonly options: InstallationOptions;
  private readonly log: ReturnType<typeof recordingLog>['log'];

  private constructor(options: InstallationOptions, directory: string, server: KubernetesApi) {
    this.options = options;
    this.directory = directory;
    this.server = server;
    this.kubeConfig = this.connect('aicp-admin');
    this.api = new KubernetesClient(this.kubeConfig, 'test');
    ({ log: this.log, entries: this.entries } = recordingLog());
  }

  /** Starts everything; resolves when the administrator can sign in. */
  static async start(options: InstallationOptions = {}): Promise<AdminInstallation> {
    const directory = await mkdtemp(join(tmpdir(), 'aicp-admin-'));
    await makeTemplate();
    const server = await serveKubernetes(directory, 0);
    const installation = new AdminInstallation(options, directory, server);
    await installation.put('APIKey', 'bootstrap-admin', {
      ...bootstrapKeyObject(installation.bootstrapKey).spec,
    });
    installation.operator = await installation.startOperator();
    installation.admin = await installation.startAdmin();
    await installation.publish();
    await installation.until(() => installation.admin.ready());
    return installation;
  }

  get url(): string {
    return `http://${HOST}:${this.admin.port}`;
  }

  /** Where services get their snapshots. */
  get operatorUrl(): string {
    return `http://${HOST}:${this.operator.snapshotPort}`;
  }

  /** Errors and warnings that the admin service logged. */
  get complaints(): Record<string, unknown>[] {
    return this.entries.filter(({ level }) => level === 'error' || level === 'warn');
  }

  /** Writes one of our objects by server-side apply, as kubectl does. */
  async put(kind: string, name: string, spec: object): Promise<void> {
    const object = { metadata: { name, namespace: NAMESPACE }, spec };
    await this.api.apply(resourceTypeOf(kindNamed(kind)), object, { fieldManager: 'kubectl' });
  }

  async get(kind: string, name: string) {
    return await this.api.get(resourceTypeOf(kindNamed(kind)), { namespace: NAMESPACE, name });
  }

  async remove(kind: string, name: string): Promise<void> {
    await this.api.remove(resourceTypeOf(kindNamed(kind)), { namespace: NAMESPACE, name });
  }

  /** A client that has signed in with a key; without one, with the administrator's. */
  async signIn(key = this.bootstrapKey): Promise<AdminClient> {
    const client = new AdminClient(this.url);
    await this.until(async () => (await client.login(key)) === 200);
    return client;
  }

  /** Somebody with a role, and an own key. */
  async somebody(
    role: Role,
    where: { organizationId?: string; teamId?: string; userId?: string } = {},
  ) {
    const key = newApiKey();
    const name = `key-${randomBytes(4).toString('hex')}`;
    const { spec } = bootstrapKeyObject(key);
    await this.put('APIKey', name, { ...spec, displayName: name, role, ...where });
    const client = await this.signIn(key);
    return { key, name, client };
  }

  /** Waits until something holds. */
  async until(holds: () => boolean | Promise<boolean>): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while (!(await holds())) {
      if (Date.now() > deadline) throw new Error(`it never came true: ${holds.toString()}`);
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
    }
  }

  /** Stops the admin service and starts it again on the same data. */
  async restartAdmin(): Promise<void> {
    await this.admin.stop();
    this.admin = await this.startAdmin();
    await this.until(() => this.admin.ready());
  }

  /** Takes the Kubernetes API away, does something, and brings it back as it was. */
  async withoutKubernetes(work: () => Promise<void>): Promise<void> {
    await this.server.close();
    try {
      await work();
    } finally {
      this.server = await serveKubernetes(this.directory, this.server.port);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.admin.stop();
    await this.operator.stop();
    await this.kubeConfig.close();
    await this.server.close();
    await rm(this.directory, { recursive: true, force: true });
  }

  private connect(user: string): PooledKubeConfig {
    const config = new PooledKubeConfig();
    config.loadFromString(this.kubeconfigOf(user));
    return config;
  }

  private kubeconfigOf(user: string): string {
    const { url, ca } = this.server;
    return kubeconfigFor({ url, ca, token: user, namespace: NAMESPACE });
  }

  private async startOperator(): Promise<RunningOperator> {
    const kubeConfig = this.connect('aicp-operator');
    return await startOperator(
      {
        namespace: NAMESPACE,
        identity: 'operator-0',
        snapshot: { host: HOST, port: 0 },
        auth: { type: 'tokens', tokens: TOKENS },
        audit: this.auditTarget(),
        bootstrapKey: false,
        runsWorkflows: true,
      },
      {
        api: new KubernetesClient(kubeConfig, 'aicp-operator'),
        kubeConfig,
        clock: systemClock,
        random: Math.random,
        randomBytes,
        registry: new Registry(),
        log: recordingLog().log,
      },
    );
  }

  /** The admin service starts after the operator, at a port of its own choice. */
  private auditTarget(): AuditTarget {
    const url = (): string => this.url;
    return {
      get url() {
        return url();
      },
      token: () => Promise.resolve(AUDIT_TOKEN),
    };
  }

  private async startAdmin(): Promise<InstalledAdmin> {
    const dataDirectory = join(this.directory, 'admin');
    const { clock = systemClock, config, counts, playground, workflows } = this.options;
    const { database, runAdmin } = this.options;
    const { operatorUrl } = this;
    if (runAdmin) {
      return await runAdmin({
        ...{ operatorUrl, dataDirectory, namespace: NAMESPACE },
        ...{ snapshotToken: SNAPSHOT_TOKEN, auditToken: AUDIT_TOKEN },
        kubeconfig: this.kubeconfigOf('aicp-admin'),
      });
    }
    return await startAdmin(
      {
        host: HOST,
        port: 0,
        metricsPort: undefined,
        publicUrl: undefined,
        trustedProxies: [],
        corsOrigins: [],
        namespace: NAMESPACE,
        database: database ?? { directory: join(dataDirectory, 'database') },
        dataDirectory,
        hasLedger: true,
        bootDirectory: undefined,
        instance: 'admin-0',
        observer: { type: 'token', token: AUDIT_TOKEN },
        license: { variable: undefined, keysFile: BUNDLED_LICENSE_KEYS },
        ssoPrivateNetworks: true,
        egress: { platform: LOCAL_TOO, tenants: LOCAL_TOO },
        events: {
          egress: { platform: LOCAL_TOO, tenants: LOCAL_TOO },
          mailDirectory: undefined,
        },
        limits: NO_LIMITS,
        ...config,
      },
      {
        api: new KubernetesClient(this.kubeConfig, 'aicp-admin'),
        snapshots: new PollClient({
          operatorUrl,
          token: () => Promise.resolve(SNAPSHOT_TOKEN),
        }),
        counts,
        playground,
        workflows,
        log: this.log,
        clock,
        random: Math.random,
      },
    );
  }

  /** Says that the admin service is a replica that counts, as Kubernetes does in a cluster. */
  private async publish(): Promise<void> {
    const replica = { service: 'admin', instance: 'admin-0', port: this.admin.port };
    const slice = endpointSlice(replica, NAMESPACE, true);
    await this.api.apply(ENDPOINT_SLICES, slice, { fieldManager: 'test' });
  }
}

const serveKubernetes = (directory: string, port: number): Promise<KubernetesApi> =>
  startKubernetesApi({
    dataDirectory: join(directory, 'kubernetes'),
    host: HOST,
    port,
    log: recordingLog().log,
    clock: systemClock,
    tokens: new Map(['aicp-admin', 'aicp-operator', 'person'].map((user) => [user, user])),
  });

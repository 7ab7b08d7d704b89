import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binaries } from '../binaries/binaries.ts';
import { ApiClient, type Connection } from './api-client.ts';
import { type ApiServerOptions, ISSUER, startApiServer, untilReady } from './api-server.ts';
import { startControllerManager, untilAtWork } from './controller-manager.ts';
import { Etcd, type EtcdSnapshot } from './etcd.ts';
import {
  type Component,
  type Identities,
  type TokenOptions,
  requestToken,
  writeIdentities,
  writeKubeconfig,
} from './identities.ts';
import { untilCustomResourcesAreServed } from './manifest.ts';
import { freePorts } from '@aicp/common/http/testing/free-ports';
import { Reaper, type TestProcess } from './test-process.ts';

export interface ControlPlaneOptions {
  /** Where data, keys and logs are written; it stays. Without one, a temporary folder that is removed at the end. */
  readonly folder?: string;
  /** An address of this machine that nodes and pods reach, where there are any; loopback without it. */
  readonly address?: string;
  /** Free ones are found where none are given. */
  readonly ports?: ControlPlanePorts;
  /** Also run kube-controller-manager, for what needs garbage collection, namespaces that end, EndpointSlices or aggregated roles. */
  readonly controllerManager?: boolean;
  /** Done once the API server is ready and before controllers start: install CRDs here, or the garbage collector learns of them late. */
  readonly install?: (client: ApiClient) => Promise<void>;
  /** More flags of kube-apiserver, such as `--etcd-compaction-interval=5s`. */
  readonly apiServerFlags?: readonly string[];
}

export interface ControlPlanePorts {
  readonly api: number;
  readonly etcd: number;
  readonly etcdPeer: number;
}

/** A real kube-apiserver and etcd on loopback, ours to break. Start one with startControlPlane; it ends with the test process. */
export class ControlPlane implements AsyncDisposable {
  /** As admin, who may do everything. */
  readonly admin: Connection;
  readonly client: ApiClient;
  readonly adminKubeconfigPath: string;
  /** As whom Kubernetes' own programs connect. */
  readonly kubeconfigPaths: Readonly<Record<Component, string>>;
  /** `iss` of ServiceAccount tokens. */
  readonly issuer = ISSUER;
  /** Where processes that tests start may write, too; it is removed at the end. */
  readonly folder: string;
  /** Ends what it watches together with the test process. */
  readonly reaper: Reaper;
  private readonly etcd: Etcd;
  private readonly apiServerOptions: ApiServerOptions;
  private apiServer: TestProcess;

  constructor(parts: {
    readonly identities: Identities;
    readonly reaper: Reaper;
    readonly etcd: Etcd;
    readonly apiServerOptions: ApiServerOptions;
  }) {
    const { identities, reaper, etcd, apiServerOptions } = parts;
    this.admin = identities.admin;
    this.client = new ApiClient(identities.admin);
    this.adminKubeconfigPath = identities.adminKubeconfigPath;
    this.kubeconfigPaths = identities.kubeconfigPaths;
    this.folder = apiServerOptions.folder;
    this.reaper = reaper;
    this.etcd = etcd;
    this.apiServerOptions = apiServerOptions;
    this.apiServer = startApiServer(apiServerOptions);
  }

  get url(): string {
    return this.admin.url;
  }

  /** PEM. */
  get ca(): string {
    return this.admin.ca;
  }

  /** Where the keys of ServiceAccount tokens are published, to those who may read them. */
  get jwksUrl(): string {
    return `${this.url}/openid/v1/jwks`;
  }

  /** Process ids, for measurements. */
  get pids(): { readonly etcd: number; readonly apiServer: number } {
    return { etcd: this.etcd.current.pid, apiServer: this.apiServer.pid };
  }

  /** Resolves once the API server answers, custom resources included. */
  async untilReady(): Promise<void> {
    await untilReady(this.apiServer, this.client);
    await untilCustomResourcesAreServed(this.client);
  }

  /** SIGKILL. It stays down until startApiServer. */
  async killApiServer(): Promise<void> {
    await this.apiServer.kill();
  }

  /** Starts it again on the same port and data, and waits until it is ready. */
  async startApiServer(): Promise<void> {
    if (!this.apiServer.isRunning) this.apiServer = startApiServer(this.apiServerOptions);
    await this.untilReady();
  }

  /** Kills it and starts it again; resolves once it is ready. */
  async restartApiServer(): Promise<void> {
    await this.killApiServer();
    await this.startApiServer();
  }

  /** SIGSTOP: connections stay open and nobody answers. */
  async pauseApiServer(): Promise<void> {
    await this.apiServer.pause();
  }

  resumeApiServer(): void {
    this.apiServer.resume();
  }

  /** What the API server logged so far. */
  apiServerLog(): string {
    return this.apiServer.log();
  }

  /** The state of everything now, for restoreEtcd. Takes a moment, in which writes wait. */
  async snapshotEtcd(): Promise<EtcdSnapshot> {
    return await this.etcd.snapshot();
  }

  /** Kills etcd and starts it again on the same data. The API server finds it again by itself. */
  async restartEtcd(): Promise<void> {
    await this.etcd.restart();
  }

  /** Puts the cluster back to an older state, resourceVersions included. The API server is down meanwhile and starts anew. */
  async restoreEtcd(snapshot: EtcdSnapshot): Promise<void> {
    await this.killApiServer();
    await this.etcd.restore(snapshot);
    await this.startApiServer();
  }

  /** A token of a ServiceAccount, by the TokenRequest API. The ServiceAccount must exist. */
  async serviceAccountToken(
    namespace: string,
    name: string,
    options: TokenOptions = {},
  ): Promise<string> {
    return await requestToken(this.client, { namespace, name, ...options });
  }

  /** The path of a kubeconfig with which one is that ServiceAccount, for an hour. */
  async serviceAccountKubeconfig(namespace: string, name: string): Promise<string> {
    const token = await this.serviceAccountToken(namespace, name);
    const connection = { ...this.admin, token };
    const { folder } = this;
    return await writeKubeconfig({ connection, name: `${namespace}.${name}`, namespace, folder });
  }

  /** Ends every process and removes the temporary folder. */
  async stop(): Promise<void> {
    await this.client.close();
    await this.reaper.reap();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

/**
 * Starts etcd and kube-apiserver, whose programs are downloaded or built where they are absent, and resolves when it is ready, after
 * 2 to 4 s. Rejects with the last words of what does not start.
 */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const programs = await binaries(['etcd', 'kube-apiserver']);
  const manager = options.controllerManager
    ? await binaries(['kube-controller-manager'])
    : undefined;
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'aicp-kubernetes-')));
  await mkdir(folder, { recursive: true });
  const reaper = new Reaper(options.folder === undefined ? folder : undefined);
  try {
    const ports = options.ports ?? (await somePorts());
    const identities = await writeIdentities(folder, { ...options, port: ports.api });
    const etcd = new Etcd({ program: programs.etcd, folder, ports, reaper });
    const plane = new ControlPlane({
      identities,
      reaper,
      etcd,
      apiServerOptions: {
        program: programs['kube-apiserver'],
        folder,
        address: identities.address,
        port: ports.api,
        etcdUrl: etcd.url,
        files: identities.files,
        serviceAccountsForPods: manager !== undefined,
        extraFlags: options.apiServerFlags ?? [],
        reaper,
      },
    });
    await plane.untilReady();
    await options.install?.(plane.client);
    if (manager) {
      const child = startControllerManager({
        program: manager['kube-controller-manager'],
        folder,
        kubeconfig: identities.kubeconfigPaths['kube-controller-manager'],
        files: identities.files,
        reaper,
      });
      await untilAtWork(child, plane.client);
    }
    return plane;
  } catch (error) {
    await reaper.reap();
    throw error;
  }
}

async function somePorts(): Promise<ControlPlanePorts> {
  const [api, etcd, etcdPeer] = await freePorts(3);
  return { api: api!, etcd: etcd!, etcdPeer: etcdPeer! };
}

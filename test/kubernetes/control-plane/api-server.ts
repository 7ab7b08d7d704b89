import type { ApiClient } from './api-client.ts';
import { type Reaper, TestProcess, asFlags } from './test-process.ts';
import { until } from './until.ts';

/** Who issues ServiceAccount tokens, and their audience where none is asked for. */
export const ISSUER = 'https://kubernetes.default.svc';

/** Where the API server is for processes of this machine alone. */
export const LOOPBACK = '127.0.0.1';

export interface ApiServerOptions {
  readonly program: string;
  readonly folder: string;
  /** Loopback, or an address that nodes and pods reach. */
  readonly address: string;
  readonly port: number;
  readonly etcdUrl: string;
  /** Paths of PEM files, and of the list of fixed tokens. */
  readonly files: {
    readonly ca: string;
    readonly certificate: string;
    readonly key: string;
    readonly serviceAccountKey: string;
    readonly tokens: string;
  };
  /** A controller manager makes the ServiceAccounts that pods need; without one, pods do without. */
  readonly serviceAccountsForPods: boolean;
  readonly extraFlags: readonly string[];
  readonly reaper: Reaper;
}

/** Starts kube-apiserver with RBAC. It is not ready yet: see `untilReady`. */
export function startApiServer(options: ApiServerOptions): TestProcess {
  const { files, folder, reaper } = options;
  const flags = {
    'etcd-servers': options.etcdUrl,
    'secure-port': options.port,
    'bind-address': options.address,
    'advertise-address': options.address,
    // Kubernetes refuses endpoints on loopback.
    ...(options.address === LOOPBACK ? { 'endpoint-reconciler-type': 'none' } : {}),
    'cert-dir': folder,
    'client-ca-file': files.ca,
    'tls-cert-file': files.certificate,
    'tls-private-key-file': files.key,
    'token-auth-file': files.tokens,
    'service-account-issuer': ISSUER,
    'service-account-key-file': files.serviceAccountKey,
    'service-account-signing-key-file': files.serviceAccountKey,
    'service-cluster-ip-range': '10.96.0.0/16',
    'authorization-mode': 'Node,RBAC',
    'allow-privileged': 'true',
    profiling: 'false',
    ...(options.serviceAccountsForPods ? {} : { 'disable-admission-plugins': 'ServiceAccount' }),
  };
  return new TestProcess({
    name: 'kube-apiserver',
    command: options.program,
    args: [...asFlags(flags), ...options.extraFlags],
    folder,
    reaper,
  });
}

/** Resolves once the API server answers and has made its own objects. Rejects with its last words where it ends or takes too long. */
export async function untilReady(server: TestProcess, client: ApiClient): Promise<void> {
  const ready = until(
    async () => {
      if (!server.isRunning) return true;
      const { status } = await client.call('GET', '/readyz', {
        signal: AbortSignal.timeout(5_000),
      });
      return status === 200;
    },
    { what: 'kube-apiserver is ready', timeoutMs: 120_000 },
  );
  await ready.catch((error: unknown) => {
    throw new Error(`kube-apiserver is not ready:\n${server.lastWords()}`, { cause: error });
  });
  if (!server.isRunning) throw new Error(`kube-apiserver ended:\n${server.lastWords()}`);
}

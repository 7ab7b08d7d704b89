import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { issueServer } from '@aicp/common/tls/issue-certificate';
import { loadCertificates } from '@aicp/local/kubernetes/certificates';
import { stringify } from 'yaml';
import type { ApiClient, Connection } from './api-client.ts';
import { ISSUER, LOOPBACK } from './api-server.ts';

/** Name, id and groups of those who work beside the API server, as its list of fixed tokens has them. */
const COMPONENTS = {
  'kube-controller-manager': 'system:kube-controller-manager,controller-manager',
  'kube-scheduler': 'system:kube-scheduler,scheduler',
  'kube-proxy': 'system:kube-proxy,proxy',
  kubelet: 'system:node:node1,node1,system:nodes',
} as const;

export type Component = keyof typeof COMPONENTS;

/** Who the servers are and who may talk to them: certificates, fixed tokens, the key of ServiceAccount tokens. */
export interface Identities {
  readonly address: string;
  readonly admin: Connection;
  readonly adminKubeconfigPath: string;
  /** Of Kubernetes' own programs; the kubelet is that of the node `node1`. */
  readonly kubeconfigPaths: Readonly<Record<Component, string>>;
  /** Paths of PEM files, and of the list of fixed tokens. */
  readonly files: {
    readonly ca: string;
    readonly certificate: string;
    readonly key: string;
    readonly serviceAccountKey: string;
    readonly tokens: string;
  };
}

/** Makes an authority, a server certificate, keys and tokens in `folder`, for an API server at `address` (loopback) and `port`. */
export async function writeIdentities(
  folder: string,
  { address = LOOPBACK, port }: { readonly address?: string; readonly port: number },
): Promise<Identities> {
  const { ca } = await loadCertificates(folder, Date.now());
  if (address !== LOOPBACK) await certifyFor(folder, ca, address);
  const files = {
    ca: join(folder, 'ca.crt'),
    certificate: join(folder, 'server.crt'),
    key: join(folder, 'server.key'),
    serviceAccountKey: join(folder, 'service-account.key'),
    tokens: join(folder, 'tokens.csv'),
  };
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  await writeFile(files.serviceAccountKey, pem, { mode: 0o600 });

  const url = `https://${address}:${port}`;
  const list: string[] = [];
  const identify = async (name: string, who: string) => {
    const connection = { url, ca, token: randomBytes(16).toString('hex') };
    list.push(`${connection.token},${who}\n`);
    return { connection, path: await writeKubeconfig({ connection, name, folder }) };
  };
  const admin = await identify('admin', 'admin,admin,system:masters');
  const paths: [string, string][] = [];
  for (const [name, who] of Object.entries(COMPONENTS)) {
    paths.push([name, (await identify(name, who)).path]);
  }
  await writeFile(files.tokens, list.join(''), { mode: 0o600 });
  return {
    address,
    admin: admin.connection,
    adminKubeconfigPath: admin.path,
    kubeconfigPaths: Object.fromEntries(paths) as Record<Component, string>,
    files,
  };
}

/** What pods call the API server: the first address of the Services, and its names in the cluster's DNS. */
const FOR_PODS = ['10.96.0.1', 'kubernetes.default', 'kubernetes.default.svc'];
const DAY_MS = 86_400_000;

async function certifyFor(folder: string, ca: string, address: string): Promise<void> {
  const authority = { cert: ca, key: await readFile(join(folder, 'ca.key'), 'utf8') };
  const fromMs = Date.now();
  const { cert, key } = await issueServer(authority, {
    name: 'kube-apiserver',
    hosts: [address, ...FOR_PODS],
    fromMs,
    untilMs: fromMs + 30 * DAY_MS,
  });
  await writeFile(join(folder, 'server.key'), key, { mode: 0o600 });
  await writeFile(join(folder, 'server.crt'), cert);
}

export interface TokenOptions {
  /** Who will accept the token; the API server itself where none is named. */
  readonly audience?: string;
  /** At least 600: the API server refuses less. */
  readonly expirationSeconds?: number;
  /** The pod that the token is made for; it ends with that pod. */
  readonly pod?: { readonly name: string; readonly uid: string };
}

/** A token of a ServiceAccount, by the TokenRequest API. The ServiceAccount must exist. */
export async function requestToken(
  client: ApiClient,
  options: TokenOptions & { readonly namespace: string; readonly name: string },
): Promise<string> {
  const { namespace, name, audience = ISSUER, expirationSeconds = 3_600 } = options;
  const boundObjectRef = options.pod && { apiVersion: 'v1', kind: 'Pod', ...options.pod };
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`;
  const answer = await client.ok<{ status: { token: string } }>('POST', path, {
    body: {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { audiences: [audience], expirationSeconds, boundObjectRef },
    },
  });
  return answer.status.token;
}

/** Writes a kubeconfig that only we may read, and answers its path. `name` tells identities apart. */
export async function writeKubeconfig(options: {
  readonly connection: Connection;
  readonly name: string;
  readonly namespace?: string;
  readonly folder: string;
}): Promise<string> {
  const { connection, name, namespace = 'default', folder } = options;
  const path = join(folder, `${name}.kubeconfig`);
  const document = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': name,
    clusters: [
      {
        name: 'test',
        cluster: {
          server: connection.url,
          'certificate-authority-data': Buffer.from(connection.ca).toString('base64'),
        },
      },
    ],
    users: [{ name, user: { token: connection.token } }],
    contexts: [{ name, context: { cluster: 'test', user: name, namespace } }],
  };
  await writeFile(path, stringify(document), { mode: 0o600 });
  return path;
}

import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadCertificates } from '@aicp/local/kubernetes/tls/certificates';
import { writeKubeconfig, type Connection } from './kubeconfig.ts';

/** Who the servers are and who may talk to them: certificates, fixed tokens, the key of ServiceAccount tokens. */
export interface Identities {
  readonly admin: Connection;
  readonly adminKubeconfigPath: string;
  readonly controllerManagerKubeconfigPath: string;
  /** Paths of PEM files, and of the list of fixed tokens. */
  readonly files: {
    readonly ca: string;
    readonly certificate: string;
    readonly key: string;
    readonly serviceAccountKey: string;
    readonly tokens: string;
  };
}

/** Makes an authority, a server certificate for loopback, keys and tokens in `folder`, for an API server on `port`. */
export async function writeIdentities(folder: string, port: number): Promise<Identities> {
  const { ca } = await loadCertificates(folder, Date.now());
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

  const tokens = { admin: newToken(), controllerManager: newToken() };
  const list = [
    `${tokens.admin},admin,admin,system:masters`,
    `${tokens.controllerManager},system:kube-controller-manager,controller-manager`,
  ];
  await writeFile(files.tokens, `${list.join('\n')}\n`, { mode: 0o600 });

  const url = `https://127.0.0.1:${port}`;
  const connect = (token: string): Connection => ({ url, ca, token });
  const kubeconfig = async (name: string, token: string): Promise<string> =>
    await writeKubeconfig({ connection: connect(token), name, folder });
  return {
    admin: connect(tokens.admin),
    adminKubeconfigPath: await kubeconfig('admin', tokens.admin),
    controllerManagerKubeconfigPath: await kubeconfig(
      'kube-controller-manager',
      tokens.controllerManager,
    ),
    files,
  };
}

const newToken = (): string => randomBytes(16).toString('hex');

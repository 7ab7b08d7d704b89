import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';

/** How a client reaches an API server, and as whom. */
export interface Connection {
  readonly url: string;
  /** PEM of the authority that signed the server's certificate. */
  readonly ca: string;
  readonly token: string;
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

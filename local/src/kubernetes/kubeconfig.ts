import { stringify } from 'yaml';

const NAME = 'aicp';

/** The kubeconfig of one user, as YAML. It holds the token: store it with mode 0600. */
export function kubeconfigFor(options: {
  url: string;
  /** PEM */
  ca: string;
  token: string;
  /** Namespace of commands that name none. */
  namespace: string;
}): string {
  const { url, ca, token, namespace } = options;
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': NAME,
    clusters: [
      {
        name: NAME,
        cluster: {
          server: url,
          'certificate-authority-data': Buffer.from(ca).toString('base64'),
        },
      },
    ],
    users: [{ name: NAME, user: { token } }],
    contexts: [{ name: NAME, context: { cluster: NAME, user: NAME, namespace } }],
  });
}

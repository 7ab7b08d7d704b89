import { X509Certificate } from 'node:crypto';
import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { isAlreadyExists, isConflict } from '@aicp/common/kubernetes/errors';
import { SECRETS, type KubernetesObject } from '@aicp/common/kubernetes/objects';
import type { Clock } from '@aicp/common/time/clock';
import { issueCa, issueServer, type Issued } from '@aicp/common/tls/issue-certificate';
import { z } from 'zod';

/** What the snapshot port is served with, and what its clients trust. All PEM. */
export interface ServingCertificate {
  readonly ca: Issued;
  readonly server: Issued;
}

export interface ServingCertificateOptions {
  readonly api: Pick<KubernetesApi, 'get' | 'create' | 'replace'>;
  readonly namespace: string;
  /** Name of the Secret. */
  readonly secret: string;
  /** Names that the services call the operator by. */
  readonly hosts: readonly string[];
  readonly clock: Pick<Clock, 'now'>;
}

const YEAR_MS = 365 * 86_400_000;
const CA_MS = 20 * YEAR_MS;
/** Long, because it is renewed when a pod starts; short enough that the way is walked now and then. */
const SERVER_MS = 5 * YEAR_MS;
const RENEW_BEFORE_MS = 3 * YEAR_MS;
const ATTEMPTS = 5;

const base64 = z.base64().transform((text) => Buffer.from(text, 'base64').toString());
const secretData = z.object({
  'ca.crt': base64,
  'ca.key': base64,
  'tls.crt': base64,
  'tls.key': base64,
});

/**
 * The certificate in the Secret; made where there is none, and renewed under the same CA well before its end or where a host is missing,
 * so that services that trust the CA already go on doing so. Replicas that start together end up with the same one. Rejects where the
 * API refuses, and where others change the Secret again and again.
 */
export async function keepServingCertificate(
  options: ServingCertificateOptions,
): Promise<ServingCertificate> {
  const { api, namespace, secret } = options;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = await api.get(SECRETS, { namespace, name: secret });
    const stored = found && readSecret(found);
    if (stored && isGood(stored.server, options)) return stored;
    const made = await issue(stored?.ca, options);
    if (await write(found, made, options)) return made;
  }
  throw new Error(`the Secret ${namespace}/${secret} changes faster than it can be written`);
}

function readSecret(object: KubernetesObject): ServingCertificate | undefined {
  const { data } = secretData.safeParse(object['data']);
  if (!data) return undefined;
  return {
    ca: { cert: data['ca.crt'], key: data['ca.key'] },
    server: { cert: data['tls.crt'], key: data['tls.key'] },
  };
}

const lastsMs = ({ cert }: Issued, { clock }: ServingCertificateOptions): number =>
  Date.parse(new X509Certificate(cert).validTo) - clock.now();

function isGood(server: Issued, options: ServingCertificateOptions): boolean {
  const certificate = new X509Certificate(server.cert);
  return (
    lastsMs(server, options) > RENEW_BEFORE_MS &&
    options.hosts.every((host) => certificate.checkHost(host) !== undefined)
  );
}

async function issue(
  kept: Issued | undefined,
  options: ServingCertificateOptions,
): Promise<ServingCertificate> {
  const now = options.clock.now();
  const ca =
    kept && lastsMs(kept, options) > SERVER_MS
      ? kept
      : await issueCa({ name: 'aicp operator CA', fromMs: now, untilMs: now + CA_MS });
  const server = await issueServer(ca, {
    name: 'aicp operator',
    hosts: options.hosts,
    fromMs: now,
    untilMs: now + SERVER_MS,
  });
  return { ca, server };
}

/** False where another replica was faster: what it wrote is to be used then. */
async function write(
  found: KubernetesObject | undefined,
  { ca, server }: ServingCertificate,
  { api, namespace, secret }: ServingCertificateOptions,
): Promise<boolean> {
  const data = {
    'ca.crt': ca.cert,
    'ca.key': ca.key,
    'tls.crt': server.cert,
    'tls.key': server.key,
  };
  const encoded = Object.fromEntries(
    Object.entries(data).map(([key, pem]) => [key, Buffer.from(pem).toString('base64')]),
  );
  try {
    if (found) await api.replace(SECRETS, { ...found, data: encoded });
    else {
      await api.create(SECRETS, {
        metadata: {
          name: secret,
          namespace,
          labels: { 'app.kubernetes.io/managed-by': 'aicp-operator' },
        },
        type: 'kubernetes.io/tls',
        data: encoded,
      });
    }
    return true;
  } catch (error) {
    if (isConflict(error) || isAlreadyExists(error)) return false;
    throw error;
  }
}

import { readFile } from 'node:fs/promises';
import { LOG_LEVELS } from '@aicp/common/log/logger';
import { z } from 'zod';
import type { OperatorConfig, OperatorTls } from './config.ts';
import type { SnapshotAuth } from './snapshot/serve/authenticator.ts';
import { isSnapshotService } from './snapshot/serve/authenticate.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** A JSON object whose values are services that take snapshots. */
const services = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a JSON object' });
      return z.NEVER;
    }
  })
  .pipe(
    z.record(
      z.string(),
      z.string().refine(isSnapshotService, { error: 'is no service that takes snapshots' }),
    ),
  )
  .transform((table) => new Map(Object.entries(table)));

/** The environment of an operator process. */
export const operatorEnvironment = z
  .object({
    AICP_NAMESPACE: z.string(),
    AICP_IDENTITY: z.string(),
    /** A kubeconfig file; without it, the pod's own ServiceAccount. */
    KUBECONFIG: z.string().optional(),
    AICP_SNAPSHOT_HOST: z.string().default('0.0.0.0'),
    AICP_SNAPSHOT_PORT: port.default(8443),
    /** Where the other replicas reach this one: the pod's address. Without it, AICP_SNAPSHOT_HOST. */
    AICP_SNAPSHOT_ADVERTISED_HOST: z.string().optional(),
    AICP_SNAPSHOT_CERT_FILE: z.string().optional(),
    AICP_SNAPSHOT_KEY_FILE: z.string().optional(),
    /** The CA of that certificate, for calls from replica to replica. */
    AICP_SNAPSHOT_CA_FILE: z.string().optional(),
    /** A JSON file `{"<token>": "<service>"}`, for one machine. */
    AICP_SNAPSHOT_TOKENS_FILE: z.string().optional(),
    /** In a cluster: the audience of the services' tokens, and `{"<ServiceAccount>": "<service>"}`. */
    AICP_SNAPSHOT_AUDIENCE: z.string().default('aicp-config'),
    AICP_SNAPSHOT_SERVICE_ACCOUNTS: services.optional(),
    /** The admin service, which is told of every change for the audit log; nobody is without it. */
    AICP_AUDIT_URL: z.url().optional(),
    /** The token that it knows us by; read again for every report. */
    AICP_AUDIT_TOKEN_FILE: z.string().optional(),
    AICP_AUDIT_CA_FILE: z.string().optional(),
    AICP_METRICS_HOST: z.string().optional(),
    AICP_METRICS_PORT: port.optional(),
    /** Whether to make the first administrator's key, once. Without it: in a cluster, yes. */
    AICP_BOOTSTRAP_KEY: flag.optional(),
    AICP_LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  })
  .refine(
    (env) => env.AICP_SNAPSHOT_TOKENS_FILE ?? env.AICP_SNAPSHOT_SERVICE_ACCOUNTS,
    'AICP_SNAPSHOT_SERVICE_ACCOUNTS or AICP_SNAPSHOT_TOKENS_FILE says who may take snapshots: set one',
  )
  .refine(
    (env) =>
      (env.AICP_SNAPSHOT_CERT_FILE === undefined) === (env.AICP_SNAPSHOT_KEY_FILE === undefined),
    'AICP_SNAPSHOT_CERT_FILE and AICP_SNAPSHOT_KEY_FILE go together',
  )
  .refine(
    (env) => (env.AICP_AUDIT_URL === undefined) === (env.AICP_AUDIT_TOKEN_FILE === undefined),
    'AICP_AUDIT_URL and AICP_AUDIT_TOKEN_FILE go together',
  );
export type OperatorEnvironment = z.output<typeof operatorEnvironment>;

/** The configuration that an environment means. Reads the tokens' file where there is one. */
export async function toConfig(env: OperatorEnvironment): Promise<OperatorConfig> {
  const { AICP_SNAPSHOT_HOST: host, AICP_METRICS_PORT: metricsPort } = env;
  const tls = readerOf(env);
  const auth = await authOf(env);
  return {
    namespace: env.AICP_NAMESPACE,
    identity: env.AICP_IDENTITY,
    snapshot: {
      host,
      port: env.AICP_SNAPSHOT_PORT,
      ...(env.AICP_SNAPSHOT_ADVERTISED_HOST === undefined
        ? {}
        : { advertisedHost: env.AICP_SNAPSHOT_ADVERTISED_HOST }),
      ...(tls ? { tls } : {}),
    },
    ...(metricsPort === undefined
      ? {}
      : { health: { host: env.AICP_METRICS_HOST ?? host, port: metricsPort } }),
    auth,
    ...(await auditOf(env)),
    bootstrapKey: env.AICP_BOOTSTRAP_KEY ?? auth.type === 'pods',
    runsWorkflows: takersOf(auth).includes('workflow'),
  };
}

/** Services that may take snapshots: those that belong to the installation. */
const takersOf = (auth: SnapshotAuth): readonly string[] => [
  ...(auth.type === 'tokens' ? auth.tokens : auth.serviceAccounts).values(),
];

async function auditOf(env: OperatorEnvironment): Promise<Pick<OperatorConfig, 'audit'>> {
  const { AICP_AUDIT_URL: url, AICP_AUDIT_TOKEN_FILE: file, AICP_AUDIT_CA_FILE: caFile } = env;
  if (url === undefined || file === undefined) return {};
  const token = async (): Promise<string> => (await readFile(file, 'utf8')).trim();
  const ca = caFile === undefined ? {} : { ca: await readFile(caFile, 'utf8') };
  return { audit: { url, token, ...ca } };
}

function readerOf(env: OperatorEnvironment): (() => Promise<OperatorTls>) | undefined {
  const { AICP_SNAPSHOT_CERT_FILE: certFile, AICP_SNAPSHOT_KEY_FILE: keyFile } = env;
  const { AICP_SNAPSHOT_CA_FILE: caFile } = env;
  if (certFile === undefined || keyFile === undefined) return undefined;
  return async () => ({
    cert: await readFile(certFile, 'utf8'),
    key: await readFile(keyFile, 'utf8'),
    ...(caFile === undefined ? {} : { ca: await readFile(caFile, 'utf8') }),
  });
}

async function authOf(env: OperatorEnvironment): Promise<SnapshotAuth> {
  const { AICP_SNAPSHOT_TOKENS_FILE: file, AICP_SNAPSHOT_AUDIENCE: audience } = env;
  if (file !== undefined) {
    return { type: 'tokens', tokens: services.parse(await readFile(file, 'utf8')) };
  }
  const serviceAccounts = env.AICP_SNAPSHOT_SERVICE_ACCOUNTS ?? new Map<string, string>();
  return { type: 'pods', audience, serviceAccounts };
}

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { DataPaths } from '../data/paths.ts';
import type { Ports } from '../data/ports.ts';

/** What the supervised processes are told. */
export interface EnvironmentOptions {
  readonly paths: DataPaths;
  readonly ports: Ports;
  readonly gatewayTokenFile: string;
  readonly countsTokenFile: string;
  /** With the secret of requests that the admin service sends for others. */
  readonly playgroundKeyFile: string;
  /** With the secret of requests that the workflow engine sends for steps of executions. */
  readonly stepsKeyFile: string;
  /** With the token by which the gateway delivers its facts. */
  readonly usageTokenFile: string;
  /** Whether an MCP host runs, and the files with its token for the snapshot and with the secret that it shares. */
  readonly mcpHost?: { readonly tokenFile: string; readonly keyFile: string } | undefined;
  /** A cluster to use instead of the embedded API. */
  readonly kubeconfig: string | undefined;
  readonly adminKey: string | undefined;
  /** A PostgreSQL server to use instead of PGlite. */
  readonly databaseUrl: string | undefined;
  /** A Valkey or Redis to count in instead of the gateway's memory. */
  readonly redisUrl: string | undefined;
  /** Of the built console, which may come later; undefined: none is served. */
  readonly consoleDirectory?: string | undefined;
  readonly logLevel: string;
  /** The environment of `aicp up` itself: of it, only what a process needs to run at all. */
  readonly inherited: Readonly<Record<string, string | undefined>>;
}

export const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'NODE_EXTRA_CA_CERTS'];
/** Settings of the services that the control process gets from the environment of `aicp up`. */
const CONTROL = [
  'LICENSE_KEY',
  'AICP_LICENSE_KEYS_FILE',
  'AICP_REQUIRE_AUTH',
  'AICP_SMTP_DIRECTORY',
  'AICP_PAGERDUTY_URL',
];
/**
 * Settings of the gateway that it gets from the environment of `aicp up`: all but those that an installation decides itself, such as addresses,
 * files of its own, and where providers may stand, in which its admin service has to agree with it.
 */
/** Forward proxies to providers, as other programs take them; in either case. */
const PROXIES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => [
  name,
  name.toLowerCase(),
]);

const GATEWAY = [
  'GCE_METADATA_HOST',
  'AICP_EGRESS_TENANTS_PROXY',
  'AICP_METRICS_PORT',
  'AICP_PUBLIC_URL',
  'AICP_SSO_PRIVATE_NETWORKS',
  'AICP_CORS_ORIGINS',
  'AICP_REDIS_SENTINELS',
  'AICP_REDIS_MASTER',
  'AICP_REDIS_CLUSTER',
  'AICP_REDIS_USERNAME',
  'AICP_REDIS_PASSWORD',
  'AICP_REDIS_PASSWORD_FILE',
  'AICP_REDIS_TLS',
  'AICP_REDIS_CA_FILE',
  'AICP_REDIS_DEADLINE_MS',
  'AICP_REDIS_PREFIX',
  'AICP_DRAIN_SECONDS',
  'AICP_REQUEST_TIMEOUT_SECONDS',
  'AICP_BODY_TIMEOUT_SECONDS',
  'AICP_CLIENT_STALL_SECONDS',
  'AICP_REALTIME_SESSION_SECONDS',
  'AICP_REALTIME_IDLE_SECONDS',
  'AICP_MAX_REQUESTS',
  'AICP_FAST_LANE',
  'AICP_ORGANIZATION_SHARE',
  'AICP_KEY_SHARE',
  'AICP_REQUEST_MEMORY_BYTES',
  'AICP_ANSWER_BYTES',
  'AICP_JOURNAL_SEGMENT_BYTES',
  'AICP_JOURNAL_TOTAL_BYTES',
  'AICP_JOURNAL_BACKLOG_BYTES',
  'AICP_JOURNAL_ON_FULL',
];

/** Compiled code outlives a start, which halves the next, and takes less memory than what compiles it. */
export const COMPILE_CACHE = join(import.meta.dirname, '../../../node_modules/.cache/aicp-compile');

/**
 * For the allocator of glibc. As it is, it keeps what threads and bursts have used, and larger pieces lie between smaller ones that stay: after
 * thousands of changes a third of the memory of the control process was empty. Pieces from 16 KiB on are given back to the system when they are freed.
 */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '16384',
  MALLOC_TRIM_THRESHOLD_: '65536',
};

/** Whom the gateway tells of requests, by the variables of OpenTelemetry. */
const isTelemetry = (name: string): boolean => name.startsWith('OTEL_');

const HOST = '127.0.0.1';

type Environment = Record<string, string>;

/** The environments of the control process, of the gateway and, where it is wanted, of the MCP host. Nothing else of the caller's reaches them. */
export const environments = (
  options: EnvironmentOptions,
): { control: Environment; gateway: Environment; mcpHost: Environment | undefined } => ({
  control: controlOf(options),
  gateway: gatewayOf(options),
  mcpHost: hostOf(options),
});

const commonOf = ({ inherited, logLevel }: EnvironmentOptions): Environment => ({
  ...named(inherited, INHERITED),
  AICP_LOG_LEVEL: logLevel,
  NODE_COMPILE_CACHE: inherited['NODE_COMPILE_CACHE'] ?? COMPILE_CACHE,
});

function controlOf(options: EnvironmentOptions): Environment {
  const { paths, ports, inherited, mcpHost } = options;
  return {
    ...commonOf(options),
    ...ALLOCATOR,
    AICP_DATA_DIR: paths.root,
    AICP_KUBERNETES_PORT: String(ports.kubernetes),
    AICP_SNAPSHOT_PORT: String(ports.snapshots),
    AICP_OPERATOR_PORT: String(ports.operator),
    AICP_GATEWAY_PORT: String(ports.gateway),
    AICP_ADMIN_PORT: String(ports.admin),
    AICP_BUDGET_PORT: String(ports.budget),
    AICP_COST_PORT: String(ports.cost),
    AICP_WORKFLOW_PORT: String(ports.workflow),
    ...(mcpHost ? { AICP_MCP_HOST_PORT: String(ports.mcpHost) } : {}),
    // Whatever a person's own kubeconfig holds is no business of ours.
    KUBECONFIG: options.kubeconfig ?? paths.kubeconfig,
    ...(options.kubeconfig ? { AICP_KUBECONFIG: options.kubeconfig } : {}),
    ...(options.adminKey ? { AICP_ADMIN_KEY: options.adminKey } : {}),
    ...named(inherited, CONTROL),
    ...(options.consoleDirectory ? { AICP_CONSOLE_DIR: options.consoleDirectory } : {}),
    ...(options.databaseUrl ? { AICP_DATABASE_URL: options.databaseUrl } : {}),
  };
}

function gatewayOf(options: EnvironmentOptions): Environment {
  const { paths, ports, inherited, mcpHost } = options;
  return {
    ...commonOf(options),
    AICP_REDIS_PREFIX: installation(paths.root),
    ...named(inherited, GATEWAY),
    ...named(inherited, Object.keys(inherited).filter(isTelemetry)),
    ...named(inherited, PROXIES),
    AICP_HOST: HOST,
    AICP_PORT: String(ports.gateway),
    AICP_DATA_DIR: paths.gateway,
    AICP_OPERATOR_URL: `http://${HOST}:${ports.snapshots}`,
    AICP_TOKEN_FILE: options.gatewayTokenFile,
    AICP_COUNTS_TOKEN_FILE: options.countsTokenFile,
    AICP_PLAYGROUND_KEY_FILE: options.playgroundKeyFile,
    AICP_WORKFLOW_KEY_FILE: options.stepsKeyFile,
    AICP_WORKFLOW_URL: `http://${HOST}:${ports.workflow}`,
    ...(mcpHost
      ? {
          AICP_MCP_HOST_URL: `http://${HOST}:${ports.mcpHost}`,
          AICP_MCP_HOST_KEY_FILE: mcpHost.keyFile,
        }
      : {}),
    AICP_BUDGET_URL: `http://${HOST}:${ports.budget}`,
    AICP_USAGE_TOKEN_FILE: options.usageTokenFile,
    AICP_INSTANCE: 'gateway-0',
    ...(options.redisUrl ? { AICP_REDIS_URL: options.redisUrl } : {}),
    // Providers of a trial stand on this machine too.
    AICP_EGRESS_ALLOW: 'private,loopback',
    AICP_EGRESS_TENANTS_ALLOW: 'private,loopback',
  };
}

function hostOf(options: EnvironmentOptions): Environment | undefined {
  const { paths, ports, mcpHost } = options;
  if (!mcpHost) return undefined;
  return {
    ...commonOf(options),
    AICP_HOST: HOST,
    AICP_PORT: String(ports.mcpHost),
    AICP_DATA_DIR: paths.mcpHost,
    AICP_OPERATOR_URL: `http://${HOST}:${ports.snapshots}`,
    AICP_TOKEN_FILE: mcpHost.tokenFile,
    AICP_MCP_HOST_KEY_FILE: mcpHost.keyFile,
    AICP_INSTANCE: 'mcp-host-0',
  };
}

/** A name of its own for each data directory, so that two that share a Redis count apart. */
const installation = (root: string): string =>
  `aicp-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`;

/** Those of some variables that are set. */
export const named = (
  environment: EnvironmentOptions['inherited'],
  names: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

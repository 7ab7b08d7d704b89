import { readFile } from 'node:fs/promises';
import { corsOriginsOrAny, type CorsOrigins } from '@aicp/common/http/cors';
import { EGRESS_ENVIRONMENT, type ProviderEgress } from '@aicp/common/config/egress-environment';
import { ConfigError } from '@aicp/common/config/environment';
import type { TlsFiles } from '@aicp/common/http/listen';
import { LOG_LEVELS } from '@aicp/common/log/logger';
import { MCP_HOST_ENVIRONMENT, mcpHostOf, type McpHost } from '@aicp/common/mcp/mcp-host';
import { REDIS_ENVIRONMENT, type RedisEnvironment } from '@aicp/common/config/redis-environment';
import { POLL_ENVIRONMENT } from '@aicp/common/snapshot/poll-client';
import { z } from 'zod';
import type { Proxies } from '../providers/dial/environment-proxies.ts';
import type { EngineSettings } from '../a2a/engine/workflow-engine.ts';
import type { CloudIdentity } from '../providers/tokens/cloud-identity.ts';
import { DELIVERY_ENVIRONMENT, deliveryOf } from './delivery-environment.ts';
import { engineOf, WORKFLOW_ENVIRONMENT } from './workflow-environment.ts';
import type { RealtimeSettings } from './realtime-settings.ts';
import type { Shares } from '../memory/fair-shares.ts';
import type { DeliverySettings } from '../usage/delivery/budget-post.ts';
import { ON_FULL, type JournalLimits } from '../usage/journal/options.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const bytes = (initial: number) => z.coerce.number().int().min(1024).default(initial);
/** A part of what there is; 1 is all of it. */
const share = (initial: number) => z.coerce.number().min(0.1).max(1).default(initial);

const MIB = 1_048_576;

/** `https://ai.example.com`: no path, since the metadata of what is protected stands at the root of a host. */
const address = z
  .url({ protocol: /^https?$/ })
  .refine((text) => ['', '/'].includes(text.slice(new URL(text).origin.length)), {
    error: 'write https://host or https://host:port, without a path',
  })
  .transform((text) => new URL(text).origin);

/** The gateway's environment. */
export const gatewayEnvironment = z.object({
  /** Address to listen on. */
  AICP_HOST: z.string().default('127.0.0.1'),
  AICP_PORT: port.default(4000),
  /** Certificate and key of the API, where nothing in front of it ends TLS. */
  AICP_TLS_CERT_FILE: z.string().optional(),
  AICP_TLS_KEY_FILE: z.string().optional(),
  /** With it, /metrics is served there and not beside the API. */
  AICP_METRICS_PORT: port.optional(),
  /** Where the journal and the last good snapshot are kept. */
  AICP_DATA_DIR: z.string(),
  /** Where clients reach the API: tokens of single sign-on have to be for an address of it. Without it, API keys alone are taken. */
  AICP_PUBLIC_URL: address.optional(),
  /** Whether providers of single sign-on may stand in private networks and on this machine, and speak plain HTTP. */
  AICP_SSO_PRIVATE_NETWORKS: z.enum(['true', 'false']).default('false'),
  /** Origins (separated by commas) whose pages may call the API from a browser, or `*`. */
  AICP_CORS_ORIGINS: corsOriginsOrAny.prefault(''),
  ...POLL_ENVIRONMENT,
  ...EGRESS_ENVIRONMENT,
  /** Whether providers of organizations are reached by the proxies of the environment, which then decide what those may reach. */
  AICP_EGRESS_TENANTS_PROXY: z.enum(['none', 'use']).default('none'),
  /** Host and port of Google Cloud's metadata server, as Google's own libraries read it. */
  GCE_METADATA_HOST: z
    .string()
    .regex(/^[A-Za-z0-9.-]+(?::\d{1,5})?$/)
    .optional(),
  ...REDIS_ENVIRONMENT,
  /** Where the boot copy of the snapshot is mounted. */
  AICP_BOOT_DIR: z.string().optional(),
  /** The token by which the admin service asks how the limits stand; without it, nobody may. */
  AICP_COUNTS_TOKEN_FILE: z.string().optional(),
  /** A secret that the admin service knows as well, by which it sends requests for whoever asks it; without it, it may not. */
  AICP_PLAYGROUND_KEY_FILE: z.string().optional(),
  ...WORKFLOW_ENVIRONMENT,
  ...MCP_HOST_ENVIRONMENT,
  ...DELIVERY_ENVIRONMENT,
  /** Our name among the replicas. */
  AICP_INSTANCE: z.string(),
  AICP_LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  /** How long streams may go on after a signal to stop. */
  AICP_DRAIN_SECONDS: z.coerce.number().min(0).max(86_400).default(30),
  /** How long a request may take, with all its attempts. */
  AICP_REQUEST_TIMEOUT_SECONDS: z.coerce.number().min(1).max(86_400).default(1200),
  /** Memory for answers that are no streams, of all requests together. */
  AICP_ANSWER_BYTES: bytes(64 * MIB),
  /** Memory for the bodies of requests that are under way. The largest body has to fit into two thirds of it. */
  AICP_REQUEST_MEMORY_BYTES: z.coerce
    .number()
    .int()
    .min(48 * MIB)
    .default(96 * MIB),
  /** Requests that may be under way at a time. */
  AICP_MAX_REQUESTS: z.coerce.number().int().min(1).max(1_000_000).default(4096),
  /** What of all requests under way, and of that memory, an organization may hold of what others leave; from there on, what one of its keys may. */
  AICP_ORGANIZATION_SHARE: share(0.8),
  AICP_KEY_SHARE: share(0.9),
  /** Whether plain requests are read without node:http. */
  AICP_FAST_LANE: z.enum(['on', 'off']).default('on'),
  /** In which a request's body has to be there. */
  AICP_BODY_TIMEOUT_SECONDS: z.coerce.number().min(1).max(3600).default(60),
  /** How long a client may read nothing of what is written to it. */
  AICP_CLIENT_STALL_SECONDS: z.coerce.number().min(1).max(3600).default(60),
  /** How long a realtime session may last, and how long nothing may happen in it. */
  AICP_REALTIME_SESSION_SECONDS: z.coerce.number().min(1).max(86_400).default(3600),
  AICP_REALTIME_IDLE_SECONDS: z.coerce.number().min(1).max(86_400).default(600),
  AICP_JOURNAL_SEGMENT_BYTES: bytes(64 * MIB),
  AICP_JOURNAL_TOTAL_BYTES: bytes(1024 * MIB),
  /** The most that lines in memory may take while the disk takes nothing. */
  AICP_JOURNAL_BACKLOG_BYTES: bytes(16 * MIB),
  /** While the journal takes nothing: `serve` requests, or `refuse` them with 503 and delete no segment, ever. */
  AICP_JOURNAL_ON_FULL: z.enum(ON_FULL).default('serve'),
});

/** How a gateway is set up. */
export interface GatewayConfig {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly metricsPort: number | undefined;
  /** Reads the API's certificate and key, at the start and now and then, since they are renewed; plain HTTP without it. */
  readonly tls?: () => Promise<TlsFiles>;
  /** Where clients reach the API, without a path; absent: tokens of single sign-on are not taken. */
  readonly publicUrl?: string | undefined;
  /** Whether providers of single sign-on may stand in private networks; absent: they may not. */
  readonly ssoPrivateNetworks?: boolean | undefined;
  /** Whose pages may call the API. */
  readonly corsOrigins: CorsOrigins;
  /** Whether plain requests are read without node:http, where no page of another origin may call. */
  readonly fastLane: boolean;
  readonly dataDirectory: string;
  readonly bootDirectory: string | undefined;
  /** Holds the token of who may ask how the limits stand; absent: nobody may. */
  readonly countsTokenFile?: string | undefined;
  /** Holds the secret of requests that the admin service sends for others; absent: it may not. */
  readonly playgroundKeyFile?: string | undefined;
  /** Holds the secret of requests that the workflow engine sends for executions; absent: it may not. */
  readonly workflowKeyFile?: string | undefined;
  /** Runs servers of tools of type stdio; absent: they are not asked. */
  readonly mcpHost?: McpHost | undefined;
  /** The workflow engine, for workflows that are agents; absent: there are none. */
  readonly workflowEngine?: EngineSettings | undefined;
  readonly instance: string;
  /** Where replicas count together; without it, each counts in its memory. */
  readonly redis?: RedisEnvironment;
  readonly drainMs: number;
  /** For a request with all its attempts. */
  readonly requestTimeoutMs: number;
  /** For answers that are no streams, of all requests together. */
  readonly answerBytes: number;
  /** How long a client may read nothing of what is written to it. */
  readonly clientStallMs: number;
  /** How long realtime sessions may last; absent: as by default. */
  readonly realtime?: RealtimeSettings | undefined;
  /** Who the process is at clouds; absent: nobody. */
  readonly cloud?: CloudIdentity | undefined;
  /** Where providers may stand. */
  readonly egress: ProviderEgress;
  /** By which providers are reached; absent: directly. */
  readonly proxies?: Proxies | undefined;
  /** Of Google Cloud's metadata server; absent: where Google has it. */
  readonly metadataHost?: string | undefined;
  readonly requests: {
    /** How many may be under way at a time. */
    readonly mostAtOnce: number;
    readonly memoryBytes: number;
    readonly bodyDeadlineMs: number;
    /** What of it one organization, or one key, may hold while there is little left. */
    readonly shares: Shares;
  };
  readonly journal: JournalLimits;
  /** Where records of usage are delivered; absent: they stay in the journal. */
  readonly delivery?: DeliverySettings;
}

/** The part of the environment that `startGateway` takes. Throws a ConfigError where a certificate lacks its key, the budget service a token, or the workflow engine its secret. */
export const toGatewayConfig = (
  environment: z.output<typeof gatewayEnvironment>,
): GatewayConfig => ({
  host: environment.AICP_HOST,
  port: environment.AICP_PORT,
  metricsPort: environment.AICP_METRICS_PORT,
  ...tlsOf(environment),
  publicUrl: environment.AICP_PUBLIC_URL,
  ssoPrivateNetworks: environment.AICP_SSO_PRIVATE_NETWORKS === 'true',
  corsOrigins: environment.AICP_CORS_ORIGINS,
  fastLane: environment.AICP_FAST_LANE === 'on',
  dataDirectory: environment.AICP_DATA_DIR,
  bootDirectory: environment.AICP_BOOT_DIR,
  countsTokenFile: environment.AICP_COUNTS_TOKEN_FILE,
  playgroundKeyFile: environment.AICP_PLAYGROUND_KEY_FILE,
  workflowKeyFile: environment.AICP_WORKFLOW_KEY_FILE,
  mcpHost: mcpHostOf(environment),
  workflowEngine: engineOf(environment),
  instance: environment.AICP_INSTANCE,
  redis: environment,
  drainMs: environment.AICP_DRAIN_SECONDS * 1000,
  requestTimeoutMs: environment.AICP_REQUEST_TIMEOUT_SECONDS * 1000,
  answerBytes: environment.AICP_ANSWER_BYTES,
  clientStallMs: environment.AICP_CLIENT_STALL_SECONDS * 1000,
  realtime: {
    sessionMs: environment.AICP_REALTIME_SESSION_SECONDS * 1000,
    idleMs: environment.AICP_REALTIME_IDLE_SECONDS * 1000,
  },
  metadataHost: environment.GCE_METADATA_HOST,
  egress: {
    platform: environment.AICP_EGRESS_ALLOW,
    tenants: environment.AICP_EGRESS_TENANTS_ALLOW,
  },
  requests: {
    mostAtOnce: environment.AICP_MAX_REQUESTS,
    memoryBytes: environment.AICP_REQUEST_MEMORY_BYTES,
    bodyDeadlineMs: environment.AICP_BODY_TIMEOUT_SECONDS * 1000,
    shares: { organization: environment.AICP_ORGANIZATION_SHARE, key: environment.AICP_KEY_SHARE },
  },
  journal: {
    segmentBytes: environment.AICP_JOURNAL_SEGMENT_BYTES,
    totalBytes: environment.AICP_JOURNAL_TOTAL_BYTES,
    backlogBytes: environment.AICP_JOURNAL_BACKLOG_BYTES,
    onFull: environment.AICP_JOURNAL_ON_FULL,
  },
  ...deliveryOf(environment),
});

function tlsOf(environment: z.output<typeof gatewayEnvironment>): Pick<GatewayConfig, 'tls'> {
  const { AICP_TLS_CERT_FILE: certFile, AICP_TLS_KEY_FILE: keyFile } = environment;
  if (certFile === undefined && keyFile === undefined) return {};
  if (certFile === undefined || keyFile === undefined) {
    throw new ConfigError('AICP_TLS_CERT_FILE and AICP_TLS_KEY_FILE go together');
  }
  return {
    tls: async () => ({
      cert: await readFile(certFile, 'utf8'),
      key: await readFile(keyFile, 'utf8'),
    }),
  };
}

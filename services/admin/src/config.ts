import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { ConfigError } from '@aicp/common/config/environment';
import { corsOrigins } from '@aicp/common/config/cors-origins';
import { EGRESS_ENVIRONMENT, type ProviderEgress } from '@aicp/common/config/egress-environment';
import type { DatabaseLocation } from '@aicp/common/database/open-database';
import type { TlsFiles } from '@aicp/common/http/listen';
import { LOG_LEVELS } from '@aicp/common/log/logger';
import { POLL_ENVIRONMENT } from '@aicp/common/snapshot/poll-environment';
import { z } from 'zod';
import { BUNDLED_LICENSE_KEYS } from './license/license-keys.ts';
import type { ObserverAuth } from './audit/observations/operator-token.ts';

const port = z.coerce.number().int().min(0).max(65_535);

/** The admin service's environment. */
export const adminEnvironment = z.object({
  /** Address to listen on. */
  AICP_HOST: z.string().default('127.0.0.1'),
  AICP_PORT: port.default(8086),
  /** Certificate and key of the API, where nothing in front of it ends TLS. */
  AICP_TLS_CERT_FILE: z.string().optional(),
  AICP_TLS_KEY_FILE: z.string().optional(),
  /** With it, /metrics is served there and not beside the API. */
  AICP_METRICS_PORT: port.optional(),
  /** Where people reach the service: its own name in links and redirects. */
  AICP_PUBLIC_URL: z.url().optional(),
  /** Addresses (CIDR, separated by commas) of proxies whose X-Forwarded-For is believed. */
  AICP_TRUSTED_PROXIES: z.string().default(''),
  /** Origins (separated by commas) whose pages may call the API from a browser; none: the service's own alone. */
  AICP_CORS_ORIGINS: corsOrigins.prefault(''),
  /** Namespace of the installation. */
  AICP_NAMESPACE: z.string().default('default'),
  /** Without it, the pod's own ServiceAccount. */
  KUBECONFIG: z.string().optional(),
  /** A PostgreSQL server; without it, PGlite below the data directory. */
  AICP_DATABASE_URL: z.string().optional(),
  /** Who migrates, where AICP_DATABASE_URL is no owner of its tables. */
  AICP_DATABASE_OWNER_URL: z.string().optional(),
  /** Where the last good snapshot is kept, and PGlite where it is the database. */
  AICP_DATA_DIR: z.string(),
  ...POLL_ENVIRONMENT,
  ...EGRESS_ENVIRONMENT,
  /** Where the boot copy of the snapshot is mounted. */
  AICP_BOOT_DIR: z.string().optional(),
  /** Our name among the replicas. */
  AICP_INSTANCE: z.string(),
  /** The token by which the operator is known that tells of changes, on one machine. */
  AICP_AUDIT_TOKEN_FILE: z.string().optional(),
  /** In a cluster: its ServiceAccount, and the audience of its tokens. */
  AICP_AUDIT_SERVICE_ACCOUNT: z.string().optional(),
  AICP_AUDIT_AUDIENCE: z.string().default('aicp-audit'),
  /** Whether providers of single sign-on may stand in private networks, and speak plain HTTP there. */
  AICP_SSO_PRIVATE_NETWORKS: z.enum(['true', 'false']).default('false'),
  /** The license of a first start; what is persisted counts afterwards. */
  LICENSE_KEY: z.string().min(1).optional(),
  /** Public keys that licenses are verified with, where they are not this build's. */
  AICP_LICENSE_KEYS_FILE: z.string().default(BUNDLED_LICENSE_KEYS),
  AICP_LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
});

/** How an admin service is set up. */
export interface AdminConfig {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly metricsPort: number | undefined;
  /** Reads the API's certificate and key, at the start and now and then, since they are renewed; plain HTTP without it. */
  readonly tls?: () => Promise<TlsFiles>;
  /** Without a trailing slash; undefined: as the caller addressed us. */
  readonly publicUrl: string | undefined;
  readonly trustedProxies: readonly string[];
  /** Whose pages may call the API, beside its own. */
  readonly corsOrigins: readonly string[];
  readonly namespace: string;
  readonly database: DatabaseLocation;
  readonly dataDirectory: string;
  readonly bootDirectory: string | undefined;
  readonly instance: string;
  /** The operator that tells of changes for the audit log. Without it, only what this service does itself is in there. */
  readonly observer: ObserverAuth | undefined;
  readonly license: LicenseConfig;
  /** Organizations name their providers themselves: without this, none that only this installation can reach. */
  readonly ssoPrivateNetworks: boolean;
  /** Where a provider that is tried may stand: as for the gateway. */
  readonly egress: ProviderEgress;
  readonly limits: AdminLimits;
}

export interface LicenseConfig {
  /** LICENSE_KEY. */
  readonly variable: string | undefined;
  /** File with the public keys; where there is none, no license verifies. */
  readonly keysFile: string;
}

/** What one caller, one address and one key may do in a minute. */
export interface AdminLimits {
  readonly requestsPerMinute: number;
  readonly failedLoginsPerMinute: number;
  /** Of one key, or one person, that succeed. */
  readonly loginsPerMinute: number;
}

/** api.md, "Names, references, secrets". */
export const LIMITS: AdminLimits = {
  requestsPerMinute: 600,
  failedLoginsPerMinute: 10,
  loginsPerMinute: 60,
};

/** The part of the environment that `startAdmin` takes. Throws a ConfigError where a certificate lacks its key. */
export const toAdminConfig = (environment: z.output<typeof adminEnvironment>): AdminConfig => ({
  host: environment.AICP_HOST,
  port: environment.AICP_PORT,
  metricsPort: environment.AICP_METRICS_PORT,
  ...tlsOf(environment),
  publicUrl: environment.AICP_PUBLIC_URL?.replace(/\/+$/, ''),
  trustedProxies: environment.AICP_TRUSTED_PROXIES.split(',')
    .map((one) => one.trim())
    .filter((one) => one !== ''),
  corsOrigins: environment.AICP_CORS_ORIGINS,
  namespace: environment.AICP_NAMESPACE,
  database: databaseOf(environment),
  dataDirectory: environment.AICP_DATA_DIR,
  bootDirectory: environment.AICP_BOOT_DIR,
  instance: environment.AICP_INSTANCE,
  observer: observerOf(environment),
  license: { variable: environment.LICENSE_KEY, keysFile: environment.AICP_LICENSE_KEYS_FILE },
  ssoPrivateNetworks: environment.AICP_SSO_PRIVATE_NETWORKS === 'true',
  egress: {
    platform: environment.AICP_EGRESS_ALLOW,
    tenants: environment.AICP_EGRESS_TENANTS_ALLOW,
  },
  limits: LIMITS,
});

function observerOf(environment: z.output<typeof adminEnvironment>): ObserverAuth | undefined {
  const { AICP_AUDIT_TOKEN_FILE: file, AICP_AUDIT_SERVICE_ACCOUNT: serviceAccount } = environment;
  if (file !== undefined) return { type: 'token', token: readFileSync(file, 'utf8').trim() };
  if (serviceAccount === undefined) return undefined;
  return { type: 'pods', audience: environment.AICP_AUDIT_AUDIENCE, serviceAccount };
}

function databaseOf(environment: z.output<typeof adminEnvironment>): DatabaseLocation {
  const { AICP_DATABASE_URL: url, AICP_DATABASE_OWNER_URL: ownerUrl } = environment;
  if (url !== undefined) return { url, ownerUrl };
  return { directory: join(environment.AICP_DATA_DIR, 'database') };
}

function tlsOf(environment: z.output<typeof adminEnvironment>): Pick<AdminConfig, 'tls'> {
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

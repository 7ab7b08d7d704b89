import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { corsOrigins } from '@aicp/common/http/cors';
import { ConfigError } from '@aicp/common/config/environment';
import type { DatabaseLocation } from '@aicp/common/database/open-database';
import type { TlsFiles } from '@aicp/common/http/listen';
import { LOG_LEVELS } from '@aicp/common/log/logger';
import { z } from 'zod';
import { LIMITS, type Limits } from '../access/caller-limits.ts';

const port = z.coerce.number().int().min(0).max(65_535);

/** What every service reads from its environment; a service adds its own port, and what it alone needs. */
export const SERVICE_ENVIRONMENT = {
  /** Address to listen on. */
  AICP_HOST: z.string().default('127.0.0.1'),
  AICP_PORT: port,
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
  /** A PostgreSQL server; without it, PGlite below the data directory. */
  AICP_DATABASE_URL: z.string().optional(),
  /** Who migrates, where AICP_DATABASE_URL is no owner of its tables. */
  AICP_DATABASE_OWNER_URL: z.string().optional(),
  /** Where the service keeps its files, and PGlite where it is the database. */
  AICP_DATA_DIR: z.string(),
  /** The service's name among the replicas. */
  AICP_INSTANCE: z.string(),
  AICP_LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
};

type ServiceEnvironment = z.output<z.ZodObject<typeof SERVICE_ENVIRONMENT>>;

/** How a service is set up. */
export interface ServiceConfig {
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
  readonly database: DatabaseLocation;
  readonly dataDirectory: string;
  readonly instance: string;
  readonly limits: Limits;
}

/** The part of the environment that `startService` takes. Throws a ConfigError where a certificate lacks its key. */
export const toServiceConfig = (environment: ServiceEnvironment): ServiceConfig => ({
  host: environment.AICP_HOST,
  port: environment.AICP_PORT,
  metricsPort: environment.AICP_METRICS_PORT,
  ...tlsOf(environment),
  publicUrl: environment.AICP_PUBLIC_URL?.replace(/\/+$/, ''),
  trustedProxies: environment.AICP_TRUSTED_PROXIES.split(',')
    .map((one) => one.trim())
    .filter((one) => one !== ''),
  corsOrigins: environment.AICP_CORS_ORIGINS,
  database: databaseOf(environment),
  dataDirectory: environment.AICP_DATA_DIR,
  instance: environment.AICP_INSTANCE,
  limits: LIMITS,
});

function databaseOf(environment: ServiceEnvironment): DatabaseLocation {
  const { AICP_DATABASE_URL: url, AICP_DATABASE_OWNER_URL: ownerUrl } = environment;
  if (url !== undefined) return { url, ownerUrl };
  return { directory: join(environment.AICP_DATA_DIR, 'database') };
}

function tlsOf(environment: ServiceEnvironment): Pick<ServiceConfig, 'tls'> {
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

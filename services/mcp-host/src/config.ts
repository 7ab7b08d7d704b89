import {
  SERVICE_ENVIRONMENT,
  toServiceConfig,
  type ServiceConfig,
} from '@aicp/api-kit/service/environment';
import { mcpHostSecretIn } from '@aicp/common/mcp/mcp-host';
import { POLL_ENVIRONMENT } from '@aicp/common/snapshot/poll-client';
import { z } from 'zod';
import type { ProgramBounds } from './servers/program-bounds.ts';

const MIB = 1_048_576;
/** For programs that first fetch what they consist of. */
const READY_MS = 30_000;

/** The MCP host's environment. */
export const mcpHostEnvironment = z.object({
  ...SERVICE_ENVIRONMENT,
  AICP_PORT: SERVICE_ENVIRONMENT.AICP_PORT.default(8087),
  ...POLL_ENVIRONMENT,
  /** Where the boot copy of the snapshot is mounted. */
  AICP_BOOT_DIR: z.string().optional(),
  /** A secret that the gateways and the admin service know as well: who shows it may ask the programs. */
  AICP_MCP_HOST_KEY_FILE: z.string(),
  /** Programs that are run; of more, those whose names come first. */
  AICP_MCP_HOST_MOST_SERVERS: z.coerce.number().int().min(1).max(1_000).default(32),
  /** Memory that the processes of one program may hold together. */
  AICP_MCP_HOST_SERVER_BYTES: z.coerce
    .number()
    .int()
    .min(16 * MIB)
    .default(512 * MIB),
  /** Processes of one program. */
  AICP_MCP_HOST_SERVER_PROCESSES: z.coerce.number().int().min(1).max(10_000).default(64),
  /** Where programs are looked for. */
  PATH: z.string().default('/usr/local/bin:/usr/bin:/bin'),
});
export type McpHostEnvironment = z.output<typeof mcpHostEnvironment>;

/** How an MCP host is set up. */
export interface McpHostConfig extends Pick<
  ServiceConfig,
  'host' | 'port' | 'metricsPort' | 'tls' | 'dataDirectory' | 'instance'
> {
  readonly bootDirectory: string | undefined;
  /** What those who may ask show. */
  readonly secret: string;
  readonly bounds: ProgramBounds;
  /** PATH of the programs. */
  readonly path: string;
}

/** The part of the environment that `startMcpHost` takes. Throws a ConfigError where the secret could be guessed, or a certificate lacks its key. */
export function toMcpHostConfig(environment: McpHostEnvironment): McpHostConfig {
  return {
    ...toServiceConfig(environment),
    bootDirectory: environment.AICP_BOOT_DIR,
    secret: mcpHostSecretIn(environment.AICP_MCP_HOST_KEY_FILE),
    bounds: {
      servers: environment.AICP_MCP_HOST_MOST_SERVERS,
      memoryBytes: environment.AICP_MCP_HOST_SERVER_BYTES,
      processes: environment.AICP_MCP_HOST_SERVER_PROCESSES,
      readyMs: READY_MS,
    },
    path: environment.PATH,
  };
}

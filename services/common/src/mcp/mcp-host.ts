import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from '../config/environment.ts';
import { secretIn } from '../config/secret-file.ts';

/** The MCP host as services that ask it know it. */
export interface McpHost {
  /** Without a slash at its end. */
  readonly url: string;
  /** What it knows us by. */
  readonly secret: string;
  /** PEM, where its certificate is not of a public authority. */
  readonly ca?: string | undefined;
}

/** What the environment of a service that asks the MCP host says of it. */
export const MCP_HOST_ENVIRONMENT = {
  /** The MCP host, which runs servers of type stdio; without it, those are not asked. */
  AICP_MCP_HOST_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** A secret that the host knows as well. */
  AICP_MCP_HOST_KEY_FILE: z.string().optional(),
  /** CA of the host's certificate, where it is not a public one. */
  AICP_MCP_HOST_CA_FILE: z.string().optional(),
} as const;

/** Undefined: there is no host. Throws a ConfigError where half of it is set or the secret could be guessed, and the system's error where a file cannot be read. */
export function mcpHostOf(
  environment: z.output<z.ZodObject<typeof MCP_HOST_ENVIRONMENT>>,
): McpHost | undefined {
  const {
    AICP_MCP_HOST_URL: url,
    AICP_MCP_HOST_KEY_FILE: keyFile,
    AICP_MCP_HOST_CA_FILE: caFile,
  } = environment;
  if (url === undefined && keyFile === undefined) return undefined;
  if (url === undefined || keyFile === undefined) {
    throw new ConfigError('AICP_MCP_HOST_URL and AICP_MCP_HOST_KEY_FILE go together');
  }
  return {
    url: url.replace(/\/+$/, ''),
    secret: mcpHostSecretIn(keyFile),
    ca: caFile === undefined ? undefined : readFileSync(caFile, 'utf8'),
  };
}

/** The secret in a file that the host and those who ask it share. Throws a ConfigError where it could be guessed. */
export function mcpHostSecretIn(file: string): string {
  const others = 'the MCP host, the gateways and the admin service';
  return secretIn({ variable: 'AICP_MCP_HOST_KEY_FILE', file, others })();
}

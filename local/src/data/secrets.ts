import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SnapshotService } from '@aicp/contracts/snapshot/sections/kit/section';

/** The secret in a file, made at first use: 32 random bytes in hex, mode 0600. */
export function secretFile(path: string): string {
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600 });
  return readFileSync(path, 'utf8').trim();
}

/**
 * The tokens by which the parts of an installation know one another; under the name of a service, the one for its snapshot. They outlive
 * restarts, so that a copied kubeconfig keeps working.
 */
export interface Tokens extends Readonly<Record<SnapshotService, string>> {
  /** Of the kubeconfig that people use. */
  readonly person: string;
  readonly operator: string;
  /** By which the admin service knows the operator. */
  readonly audit: string;
  /** By which the admin service asks the gateway how the limits stand. */
  readonly counts: string;
  /** File that holds that token. */
  readonly countsFile: string;
  /** The secret by which the gateway knows requests that the admin service sends for others. */
  readonly playground: string;
  /** File that holds it. */
  readonly playgroundFile: string;
  /** The secret by which the gateway knows requests of steps of executions. */
  readonly steps: string;
  /** File that holds it. */
  readonly stepsFile: string;
  /** The secret by which the workflow engine knows what the admin service asks for others. */
  readonly executions: string;
  /** By which the budget service knows the gateway that delivers facts, and the services that ask it for spend. */
  readonly usage: string;
  /** File that holds that token. */
  readonly usageFile: string;
  /** File that holds the MCP host's token for its snapshot. */
  readonly mcpHostFile: string;
  /** The secret by which the MCP host knows the gateway and the admin service. */
  readonly hosting: string;
  /** File that holds it. */
  readonly hostingFile: string;
  /** File that holds the gateway's token for its snapshot. */
  readonly gatewayFile: string;
}

/** Reads or makes the tokens below `directory`. */
export function readTokens(directory: string): Tokens {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const gatewayFile = join(directory, 'gateway.token');
  const countsFile = join(directory, 'counts.token');
  const playgroundFile = join(directory, 'playground.key');
  const stepsFile = join(directory, 'steps.key');
  const mcpHostFile = join(directory, 'mcp-host.token');
  const hostingFile = join(directory, 'hosting.key');
  const usageFile = join(directory, 'usage.token');
  return {
    counts: secretFile(countsFile),
    countsFile,
    playground: secretFile(playgroundFile),
    playgroundFile,
    steps: secretFile(stepsFile),
    stepsFile,
    executions: secretFile(join(directory, 'executions.key')),
    usage: secretFile(usageFile),
    usageFile,
    person: secretFile(join(directory, 'person.token')),
    operator: secretFile(join(directory, 'operator.token')),
    audit: secretFile(join(directory, 'audit.token')),
    gatewayFile,
    gateway: secretFile(gatewayFile),
    admin: secretFile(join(directory, 'admin.token')),
    budget: secretFile(join(directory, 'budget.token')),
    cost: secretFile(join(directory, 'cost.token')),
    workflow: secretFile(join(directory, 'workflow.token')),
    'mcp-host': secretFile(mcpHostFile),
    mcpHostFile,
    hosting: secretFile(hostingFile),
    hostingFile,
  };
}

import { ConfigError } from '@aicp/common/config/environment';
import { z } from 'zod';
import type { EngineSettings } from '../a2a/engine/workflow-engine.ts';

/** What the environment says of the workflow engine. */
export const WORKFLOW_ENVIRONMENT = {
  /** A secret that the workflow engine knows as well, by which it sends the steps of executions; without it, it may not. */
  AICP_WORKFLOW_KEY_FILE: z.string().optional(),
  /** The workflow engine, which answers for workflows that are offered as agents; without it, there are none. */
  AICP_WORKFLOW_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** CA of its certificate, where it is not a public one. */
  AICP_WORKFLOW_CA_FILE: z.string().optional(),
} as const;

/** Throws a ConfigError where there is an address and no secret. */
export function engineOf(
  environment: z.output<z.ZodObject<typeof WORKFLOW_ENVIRONMENT>>,
): EngineSettings | undefined {
  const { AICP_WORKFLOW_URL: url, AICP_WORKFLOW_KEY_FILE: keyFile } = environment;
  if (url === undefined) return undefined;
  if (keyFile === undefined) {
    throw new ConfigError('AICP_WORKFLOW_URL goes with AICP_WORKFLOW_KEY_FILE');
  }
  return { url: url.replace(/\/+$/, ''), caFile: environment.AICP_WORKFLOW_CA_FILE, keyFile };
}

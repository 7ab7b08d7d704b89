import { readFileSync } from 'node:fs';
import { ConfigError } from '@aicp/common/config/environment';
import { secretIn } from '@aicp/common/config/secret-file';
import type { Clock } from '@aicp/common/time/clock';
import { z } from 'zod';
import { workflowEngine, type WorkflowEngine } from './workflow-engine.ts';

/** What the environment says of the service that executes workflows. */
export const WORKFLOW_ENVIRONMENT = {
  /** The workflow engine; without it, executions are answered 503. */
  AICP_WORKFLOW_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** A secret that the engine knows as well. */
  AICP_WORKFLOW_ADMIN_KEY_FILE: z.string().optional(),
  /** CA of the engine's certificate, where it is not a public one. */
  AICP_WORKFLOW_CA_FILE: z.string().optional(),
} as const;

/** Undefined: there is no engine. Throws a ConfigError where half of it is set, or the secret could be guessed. */
export function openWorkflowEngine(
  environment: z.output<z.ZodObject<typeof WORKFLOW_ENVIRONMENT>>,
  { clock }: { readonly clock: Clock },
): WorkflowEngine | undefined {
  const {
    AICP_WORKFLOW_URL: url,
    AICP_WORKFLOW_ADMIN_KEY_FILE: keyFile,
    AICP_WORKFLOW_CA_FILE: caFile,
  } = environment;
  if (url === undefined && keyFile === undefined) return undefined;
  if (url === undefined || keyFile === undefined) {
    throw new ConfigError('AICP_WORKFLOW_URL and AICP_WORKFLOW_ADMIN_KEY_FILE go together');
  }
  const secret = secretIn({
    ...{ variable: 'AICP_WORKFLOW_ADMIN_KEY_FILE', file: keyFile },
    others: 'the workflow engine',
  });
  const ca = caFile === undefined ? {} : { ca: () => readFileSync(caFile, 'utf8') };
  return workflowEngine({ url, secret, ...ca, clock });
}

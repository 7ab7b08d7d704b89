import { LOG_LEVELS } from '@aicp/common/log/logger';
import { z } from 'zod';

const port = z.coerce.number().int().min(1).max(65_535);

/** What the supervisor tells the control process. */
export const controlEnvironment = z.object({
  AICP_DATA_DIR: z.string(),
  AICP_KUBERNETES_PORT: port,
  AICP_SNAPSHOT_PORT: port,
  AICP_OPERATOR_PORT: port,
  AICP_GATEWAY_PORT: port,
  AICP_ADMIN_PORT: port,
  AICP_BUDGET_PORT: port,
  AICP_COST_PORT: port,
  AICP_WORKFLOW_PORT: port,
  /** Of the MCP host; absent: there is none. */
  AICP_MCP_HOST_PORT: port.optional(),
  /** A PostgreSQL server for the facts; PGlite in the data directory without it. */
  AICP_DATABASE_URL: z.string().optional(),
  /** A cluster to use instead of the embedded API. */
  AICP_KUBECONFIG: z.string().optional(),
  AICP_ADMIN_KEY: z.string().optional(),
  /** The license of a first start, and the public keys to verify licenses with, where they are not this build's. */
  LICENSE_KEY: z.string().optional(),
  AICP_LICENSE_KEYS_FILE: z.string().optional(),
  /** Settings of the mail server that events are sent by, a file each. */
  AICP_SMTP_DIRECTORY: z.string().optional(),
  AICP_PAGERDUTY_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Where the built console is, or will be. */
  AICP_CONSOLE_DIR: z.string().optional(),
  /** Whether the budget service, the cost service and the workflow engine ask for a key. */
  AICP_REQUIRE_AUTH: z.enum(['true', 'false']).default('false'),
  AICP_LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
});
export type ControlEnvironment = z.output<typeof controlEnvironment>;

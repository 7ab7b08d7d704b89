import { readFileSync } from 'node:fs';
import {
  SERVICE_ENVIRONMENT,
  toServiceConfig,
  type ServiceConfig,
} from '@aicp/api-kit/service/environment';
import { egress } from '@aicp/common/config/egress-environment';
import { secretIn } from '@aicp/common/config/secret-file';
import type { Egress } from '@aicp/common/http/address-guard';
import { POLL_ENVIRONMENT } from '@aicp/common/snapshot/poll-client';
import { z } from 'zod';
import type { OpenBounds } from './store/open-bounds.ts';

/** How much there may be of executions. */
export interface WorkflowBounds {
  /** How many may be open at the same time. */
  readonly open: OpenBounds;
  /** How many steps one of them begins, each round of a foreach counted. */
  readonly steps: number;
  /** Days that they are kept after their end. */
  readonly retentionDays: number;
  /** How often those whose time is over are looked for, ms. */
  readonly retentionEveryMs: number;
}

/** Where nothing else is said. */
export const WORKFLOW_BOUNDS: WorkflowBounds = {
  open: { organization: 1_000, anonymous: 100 },
  steps: 10_000,
  retentionDays: 30,
  retentionEveryMs: 60_000,
};

const count = (usual: number) => z.coerce.number().int().min(1).max(1_000_000).default(usual);

/** The workflow engine's environment. */
export const workflowEnvironment = z.object({
  ...SERVICE_ENVIRONMENT,
  AICP_PORT: SERVICE_ENVIRONMENT.AICP_PORT.default(8085),
  ...POLL_ENVIRONMENT,
  /** Where the boot copy of the snapshot is mounted. */
  AICP_BOOT_DIR: z.string().optional(),
  /** Whether every request needs a key of the installation. */
  AICP_REQUIRE_AUTH: z.enum(['true', 'false']).default('false'),
  /** The gateway that models, tools and agents are asked through. */
  AICP_GATEWAY_URL: z.url({ protocol: /^https?$/ }),
  /** CA of the gateway's certificate, where it is not a public one. */
  AICP_GATEWAY_CA_FILE: z.string().optional(),
  /** A secret that the gateways know as well: what steps are sent with. */
  AICP_WORKFLOW_KEY_FILE: z.string(),
  /** A secret that the admin service knows as well, which asks with it for whoever is signed in there. */
  AICP_WORKFLOW_ADMIN_KEY_FILE: z.string().optional(),
  /** Where `http` steps may send requests, beyond public addresses: of templates that are the platform's, and of organizations. */
  AICP_WORKFLOW_ALLOW: egress.prefault(''),
  AICP_WORKFLOW_TENANTS_ALLOW: egress.prefault(''),
  /** How many executions may be open at the same time: of an organization, and of callers without credentials. */
  AICP_WORKFLOW_MAX_OPEN: count(WORKFLOW_BOUNDS.open.organization),
  AICP_WORKFLOW_MAX_OPEN_ANONYMOUS: count(WORKFLOW_BOUNDS.open.anonymous),
  /** How many steps one execution begins, each round of a foreach counted. */
  AICP_WORKFLOW_MAX_STEPS: count(WORKFLOW_BOUNDS.steps),
  /** Days that executions are kept after their end. */
  AICP_WORKFLOW_RETENTION_DAYS: count(WORKFLOW_BOUNDS.retentionDays),
});
export type WorkflowEnvironment = z.output<typeof workflowEnvironment>;

/** How a workflow engine is set up. */
export interface WorkflowConfig extends ServiceConfig {
  readonly bootDirectory: string | undefined;
  readonly requireAuth: boolean;
  readonly gatewayUrl: string;
  /** PEM; undefined: certificates of public authorities are taken. */
  readonly gatewayCa: (() => string) | undefined;
  /** What credentials of steps are signed with. */
  readonly secret: () => string;
  /** What those of the admin service are signed with; undefined: it asks for nobody. */
  readonly adminSecret: (() => string) | undefined;
  readonly egress: { readonly platform: Egress; readonly tenants: Egress };
  readonly bounds: WorkflowBounds;
}

/** The part of the environment that `startWorkflow` takes. Throws a ConfigError where something is missing, or a secret could be guessed. */
export function toWorkflowConfig(environment: WorkflowEnvironment): WorkflowConfig {
  const {
    AICP_WORKFLOW_KEY_FILE: keyFile,
    AICP_WORKFLOW_ADMIN_KEY_FILE: adminKeyFile,
    AICP_GATEWAY_CA_FILE: caFile,
  } = environment;
  return {
    ...toServiceConfig(environment),
    bootDirectory: environment.AICP_BOOT_DIR,
    requireAuth: environment.AICP_REQUIRE_AUTH === 'true',
    gatewayUrl: environment.AICP_GATEWAY_URL.replace(/\/+$/, ''),
    gatewayCa: caFile === undefined ? undefined : () => readFileSync(caFile, 'utf8'),
    secret: secretIn({
      ...{ variable: 'AICP_WORKFLOW_KEY_FILE', file: keyFile },
      others: 'the gateways',
    }),
    adminSecret:
      adminKeyFile === undefined
        ? undefined
        : secretIn({
            ...{ variable: 'AICP_WORKFLOW_ADMIN_KEY_FILE', file: adminKeyFile },
            others: 'the admin service',
          }),
    egress: {
      platform: environment.AICP_WORKFLOW_ALLOW,
      tenants: environment.AICP_WORKFLOW_TENANTS_ALLOW,
    },
    bounds: {
      open: {
        organization: environment.AICP_WORKFLOW_MAX_OPEN,
        anonymous: environment.AICP_WORKFLOW_MAX_OPEN_ANONYMOUS,
      },
      steps: environment.AICP_WORKFLOW_MAX_STEPS,
      retentionDays: environment.AICP_WORKFLOW_RETENTION_DAYS,
      retentionEveryMs: WORKFLOW_BOUNDS.retentionEveryMs,
    },
  };
}

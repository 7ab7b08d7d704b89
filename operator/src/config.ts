import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import type { Logger } from '@aicp/common/log/logger';
import type { Registry } from '@aicp/common/metrics/registry';
import type { Clock } from '@aicp/common/time/clock';
import type { KubeConfig } from '@kubernetes/client-node';
import type { AuditTarget } from './audit/report-client.ts';
import type { SnapshotAuth } from './snapshot/serve/authenticator.ts';

/** What an operator process is told from outside. */
export interface OperatorConfig {
  /** The namespace of the installation: everything that is read and written stands in it. */
  readonly namespace: string;
  /** Unique among the operator's replicas: the pod's name in a cluster. */
  readonly identity: string;
  /** The port that services take their snapshots from. */
  readonly snapshot: SnapshotServing;
  /** Health and metrics; none without it. */
  readonly health?: { readonly host: string; readonly port: number };
  readonly auth: SnapshotAuth;
  /** Who keeps the audit log. Without it, nobody is told of changes. */
  readonly audit?: AuditTarget;
  /** Whether the key of the first administrator is made here. */
  readonly bootstrapKey: boolean;
  /** Whether a workflow engine belongs to the installation. */
  readonly runsWorkflows: boolean;
  /** Without it, TIMING. */
  readonly timing?: OperatorTiming;
}

export interface OperatorTiming {
  /** How long the lead is good without renewal, ms. */
  readonly leaseMs: number;
  /** Pause between two looks at it, ms. */
  readonly leaseRetryMs: number;
  /** Pause between two refreshes of the copies that pods start from, and of the search for Secrets that are lost or left over, ms. */
  readonly upkeepMs: number;
}

/** What is right for a cluster: seconds without a leader, and no more writes than needed. */
export const TIMING: OperatorTiming = { leaseMs: 8_000, leaseRetryMs: 2_000, upkeepMs: 30_000 };

export interface SnapshotServing {
  readonly host: string;
  readonly port: number;
  /** Where the other replicas reach this one, without a port; `host` where that says it. */
  readonly advertisedHost?: string;
  /** Reads the certificate and its key, at the start and now and then, since they are renewed. */
  readonly tls?: () => Promise<OperatorTls>;
}

/** PEM. All replicas of the operator serve a certificate for the same names, which each of them checks when it calls another. */
export interface OperatorTls {
  readonly cert: string;
  readonly key: string;
  /** Whom replicas trust when they call one another. Without it, this very certificate, which then may not be renewed. */
  readonly ca?: string;
}

/** What an operator is given by its process. */
export interface OperatorDeps {
  readonly api: KubernetesApi;
  /** Of the same API. Without one, the base class reads the environment's, which nothing uses then. */
  readonly kubeConfig?: KubeConfig;
  readonly clock: Clock;
  readonly random: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly registry: Registry;
  readonly log: Logger;
}

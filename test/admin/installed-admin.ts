import type { RunningAdmin } from '@aicp/admin/start';

/** The admin service of an installation, in whichever process it runs. */
export type InstalledAdmin = Pick<RunningAdmin, 'port' | 'ready' | 'stop'>;

/** What an admin service is told of where it runs. */
export interface AdminSurroundings {
  /** YAML. */
  readonly kubeconfig: string;
  readonly operatorUrl: string;
  /** The operator knows the admin service by it. */
  readonly snapshotToken: string;
  /** The admin service knows the operator by it. */
  readonly auditToken: string;
  readonly namespace: string;
  /** It is not made yet. */
  readonly dataDirectory: string;
}

import { join, resolve } from 'node:path';

/** Where everything of one installation on this machine stands. */
export interface DataPaths {
  readonly root: string;
  readonly kubeconfig: string;
  readonly adminKey: string;
  /** What runs, written by the supervisor. */
  readonly state: string;
  /** Held open by the supervisor for as long as it lives. */
  readonly lock: string;
  readonly logs: string;
  readonly kubernetes: string;
  readonly gateway: string;
  /** The admin service's database and its last good snapshot. */
  readonly admin: string;
  /** The last good snapshots of the budget service, the cost service and the workflow engine; their tables are in the admin service's database. */
  readonly budget: string;
  readonly cost: string;
  readonly workflow: string;
  /** The directories of programs, where there is an MCP host, and its last good snapshot. */
  readonly mcpHost: string;
  readonly tokens: string;
  /** Says that the first objects were made. */
  readonly seeded: string;
}

/** The paths below a data directory. Makes nothing. */
export function dataPaths(directory: string): DataPaths {
  const root = resolve(directory);
  return {
    root,
    kubeconfig: join(root, 'kubeconfig'),
    adminKey: join(root, 'admin.key'),
    state: join(root, 'state.json'),
    lock: join(root, 'lock.db'),
    logs: join(root, 'logs'),
    kubernetes: join(root, 'kubernetes'),
    gateway: join(root, 'gateway'),
    admin: join(root, 'admin'),
    budget: join(root, 'budget'),
    cost: join(root, 'cost'),
    workflow: join(root, 'workflow'),
    mcpHost: join(root, 'mcp-host'),
    tokens: join(root, 'tokens'),
    seeded: join(root, 'seeded'),
  };
}

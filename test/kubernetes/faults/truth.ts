import { SnapshotStore } from '@aicp/common/snapshot/store';
import { kindNamed } from '@aicp/crds/kinds';
import type { ApiClient, ApiObject } from '../control-plane/api-client.ts';
import type { Installation } from '../installation/installation.ts';

/** The kinds that gateways act on. */
const KINDS = [
  'ControlPlane',
  'Provider',
  'Model',
  'RoutingPolicy',
  'APIKey',
  'AccessTier',
  'Budget',
];

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

/** An object of ours as the API server has it. */
export interface Stored extends ApiObject {
  readonly metadata: ApiObject['metadata'] & { readonly generation: number };
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly status?: {
    readonly observedGeneration?: number;
    readonly conditions?: readonly Condition[];
  };
}

/** What people want: every object of ours that gateways act on, as the API server has it. */
export async function wanted(client: ApiClient, namespace: string): Promise<Stored[]> {
  const lists = KINDS.map(async (kind) => {
    const path = `/apis/aicp.dev/v1alpha1/namespaces/${namespace}/${kindNamed(kind).plural}`;
    const { items } = await client.ok<{ items: Stored[] }>('GET', path);
    return items.filter(isForGateways).map((item) => ({ ...item, kind }));
  });
  return (await Promise.all(lists)).flat();
}

/** A tier that asks nobody for approval closes nothing. */
const isForGateways = ({ spec }: Stored): boolean => spec?.['requiresApproval'] !== false;

/** What is said about the object as it is now being in force; undefined while nothing is. */
function programmedOf({ metadata, status }: Stored): Condition | undefined {
  if (status?.observedGeneration !== metadata.generation) return undefined;
  return status.conditions?.find(({ type }) => type === 'Programmed');
}

/** Whether the object as it is now is in force. */
export const isProgrammed = (object: Stored): boolean => programmedOf(object)?.status === 'True';

/** `Pending: 1 of 2 gateway replicas`; empty while nothing is said. */
export function saidOf(object: Stored): string {
  const condition = programmedOf(object);
  return condition ? `${condition.reason}: ${condition.message}` : '';
}

const label = (kind: string, name: string, uid: string, generation: number): string =>
  `${kind} ${name} ${uid} ${generation}`;

/** Objects in one form for comparison: kind, name, uid and generation. */
export const labelsOf = (objects: readonly Stored[]): string[] =>
  objects
    .map(({ kind, metadata }) =>
      label(kind ?? '', metadata.name, metadata.uid ?? '', metadata.generation),
    )
    .toSorted();

interface Fragment {
  readonly source: {
    readonly kind: string;
    readonly name: string;
    readonly uid: string;
    readonly generation: number;
  };
}

export interface Served {
  readonly epoch: number;
  readonly revision: number;
  /** Where the gateway has its snapshot from: `operator`, `boot` or `disk`. */
  readonly source: string;
}

/** What a gateway says that it runs. */
export async function served(installation: Installation, gateway: number): Promise<Served> {
  const answer = await fetch(`${installation.gatewayUrls[gateway]!}/health`);
  const { config } = (await answer.json()) as { config: Served };
  return config;
}

/**
 * The objects that a gateway runs, in the form of `labelsOf`: what it keeps on its disk, if that is what it says that it runs. It is
 * written a moment later, so undefined means: look again.
 */
export async function servedLabels(
  installation: Installation,
  gateway: number,
): Promise<string[] | undefined> {
  const { disk } = installation.snapshotFolders(installation.gateways[gateway]!);
  const stored = await new SnapshotStore(disk).load();
  const { epoch, revision } = await served(installation, gateway);
  if (stored?.manifest.epoch !== epoch || stored.manifest.revision !== revision) return undefined;
  const fragments = Object.values(stored.contents).flatMap(
    (bytes) => JSON.parse(bytes) as Fragment[],
  );
  const labels = fragments.map(({ source: { kind, name, uid, generation } }) =>
    label(kind, name, uid, generation),
  );
  return [...new Set(labels)].toSorted();
}

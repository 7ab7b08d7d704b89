import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import { z } from 'zod';

/** On the EndpointSlices of services that take snapshots: the service's name. */
export const SERVICE_LABEL = 'aicp.dev/snapshot-service';

const endpoint = z.object({
  conditions: z.object({ ready: z.boolean().nullish() }).nullish(),
  targetRef: z.object({ name: z.string() }).nullish(),
});
type Endpoint = z.output<typeof endpoint>;

const slice = z.object({
  metadata: z.object({ labels: z.object({ [SERVICE_LABEL]: z.string() }) }),
  endpoints: z.array(endpoint).nullish(),
});

/** Names of replicas by service. */
type Replicas = ReadonlyMap<string, ReadonlySet<string>>;

/** All replicas of each service, ready or not. */
export const knownReplicas = (slices: Iterable<KubernetesObject>): Replicas =>
  replicasIn(slices, () => true);

/**
 * The replicas that have to hold a snapshot, by service: the ready endpoints. Readiness that is not said counts as ready. A service
 * with no EndpointSlice at all is not installed, and not in the map.
 */
export const expectedReplicas = (slices: Iterable<KubernetesObject>): Replicas =>
  replicasIn(slices, ({ conditions }) => conditions?.ready !== false);

function replicasIn(
  slices: Iterable<KubernetesObject>,
  counts: (endpoint: Endpoint) => boolean,
): Replicas {
  const replicas = new Map<string, Set<string>>();
  for (const object of slices) {
    const parsed = slice.safeParse(object).data;
    if (!parsed) continue;
    const service = parsed.metadata.labels[SERVICE_LABEL];
    const names = replicas.get(service) ?? new Set<string>();
    replicas.set(service, names);
    for (const endpoint of parsed.endpoints ?? []) {
      if (endpoint.targetRef && counts(endpoint)) names.add(endpoint.targetRef.name);
    }
  }
  return replicas;
}

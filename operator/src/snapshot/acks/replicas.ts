import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import { z } from 'zod';

/** On the EndpointSlices of services that take snapshots: the service's name. */
export const SERVICE_LABEL = 'aicp.dev/snapshot-service';

const slice = z.object({
  metadata: z.object({ labels: z.object({ [SERVICE_LABEL]: z.string() }) }),
  endpoints: z
    .array(
      z.object({
        conditions: z.object({ ready: z.boolean().nullish() }).nullish(),
        targetRef: z.object({ name: z.string() }).nullish(),
      }),
    )
    .nullish(),
});

/**
 * The replicas that have to hold a snapshot, by service: the ready endpoints. Readiness that is not said counts as ready. A service
 * with no EndpointSlice at all is not installed, and not in the map.
 */
export function expectedReplicas(
  slices: Iterable<KubernetesObject>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const replicas = new Map<string, Set<string>>();
  for (const object of slices) {
    const parsed = slice.safeParse(object).data;
    if (!parsed) continue;
    const service = parsed.metadata.labels[SERVICE_LABEL];
    const names = replicas.get(service) ?? new Set<string>();
    replicas.set(service, names);
    for (const { conditions, targetRef } of parsed.endpoints ?? []) {
      if (targetRef && conditions?.ready !== false) names.add(targetRef.name);
    }
  }
  return replicas;
}

import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import { z } from 'zod';

const withFeatures = z.object({
  spec: z.object({
    features: z.object({
      costTracking: z.boolean().catch(true),
      budgetEnforcement: z.boolean().catch(true),
    }),
  }),
});

/** Which features of money the ControlPlane has switched on: both where it does not say. */
export function switchedOn(controlPlane: KubernetesObject | undefined) {
  const features = withFeatures.safeParse(controlPlane).data?.spec.features;
  return {
    isTracking: features?.costTracking ?? true,
    isBlocking: features?.budgetEnforcement ?? true,
  };
}

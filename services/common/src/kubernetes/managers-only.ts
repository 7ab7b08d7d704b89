import type { KubernetesObject } from './objects.ts';

/** Who wrote and when is kept; which field each wrote is as large as the object, and read live where it matters. */
export function withManagersOnly(object: KubernetesObject): KubernetesObject {
  const { managedFields } = object.metadata;
  if (!Array.isArray(managedFields)) return object;
  const managers = managedFields.map((entry: Record<string, unknown>) => {
    const { fieldsV1: _, fieldsType: _type, ...kept } = entry;
    return kept;
  });
  return { ...object, metadata: { ...object.metadata, managedFields: managers } };
}

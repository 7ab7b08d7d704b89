import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import { VERSION, type KindDefinition } from '@aicp/crds/kit/kind';
import { crdName, rootSchema, SCHEMA_HASH_ANNOTATION, toCrd } from '@aicp/crds/kit/manifest';
import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { z } from 'zod';

const installed = z.object({
  spec: z.object({
    versions: z.array(
      z.object({
        name: z.string(),
        served: z.boolean(),
        schema: z.object({ openAPIV3Schema: z.custom<StructuralSchema>() }).optional(),
      }),
    ),
  }),
});

const NAMED = 3;
const REMEDY = 'apply the CRDs of this version (crds/manifests, or the chart aicp-crds)';

/** What the operator needs of each kind's CRD, worked out once. */
export interface NeededCrd {
  readonly name: string;
  readonly hash: string;
  readonly schema: StructuralSchema;
}

export const neededCrds = (kinds: readonly KindDefinition[]): NeededCrd[] =>
  kinds.map((kind) => ({
    name: crdName(kind),
    hash: toCrd(kind).metadata.annotations[SCHEMA_HASH_ANNOTATION],
    schema: rootSchema(kind),
  }));

/**
 * What is wrong with the cluster's CRDs: missing, or older than needed, so that the API server would cut fields that this operator
 * reads. A CRD with another hash that holds every field is a newer one, and fine.
 */
export function crdProblems(
  needed: readonly NeededCrd[],
  crd: (name: string) => KubernetesObject | undefined,
): string[] {
  return needed.flatMap(({ name, hash, schema }) => {
    const object = crd(name);
    if (!object) return [`CRD ${name} is not installed: ${REMEDY}`];
    if (object.metadata.annotations?.[SCHEMA_HASH_ANNOTATION] === hash) return [];
    const present = servedSchema(object);
    if (!present) return [`CRD ${name} does not serve ${VERSION}: ${REMEDY}`];
    const missing = missingFields(schema, present, '');
    if (missing.length === 0) return [];
    const fields = missing.slice(0, NAMED).join(', ');
    return [`CRD ${name} is older than this operator needs, it lacks ${fields}: ${REMEDY}`];
  });
}

function servedSchema(object: KubernetesObject): StructuralSchema | undefined {
  const versions = installed.safeParse(object).data?.spec.versions ?? [];
  const version = versions.find(({ name, served }) => served && name === VERSION);
  return version?.schema?.openAPIV3Schema;
}

/** The fields of `needed` that `present` does not hold, by path. */
function missingFields(
  needed: StructuralSchema,
  present: StructuralSchema | undefined,
  path: string,
): string[] {
  if (!present) return [path];
  const fields = Object.entries(needed.properties ?? {}).flatMap(([name, schema]) =>
    missingFields(schema, present.properties?.[name], path === '' ? name : `${path}.${name}`),
  );
  const items = needed.items ? missingFields(needed.items, present.items, `${path}[]`) : [];
  return [...fields, ...items];
}

import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import { kindNamed, kinds } from '@aicp/crds/kinds';
import { SCHEMA_HASH_ANNOTATION, toCrd } from '@aicp/crds/kit/manifest';
import { describe, expect, it } from 'vitest';
import { crdProblems, neededCrds } from './crd-check.ts';

const needed = neededCrds([kindNamed('Model')]);

interface Editable extends KubernetesObject {
  metadata: { name: string; annotations: Record<string, string> };
  spec: {
    versions: {
      served: boolean;
      schema: {
        openAPIV3Schema: { properties: Record<string, { properties: Record<string, unknown> }> };
      };
    }[];
  };
}

/** The Model's CRD with another hash, edited. */
function edited(edit: (crd: Editable) => void = () => undefined): KubernetesObject {
  const crd = structuredClone(toCrd(kindNamed('Model'))) as unknown as Editable;
  crd.metadata.annotations = { [SCHEMA_HASH_ANNOTATION]: 'other' };
  edit(crd);
  return crd;
}

const problems = (crd: KubernetesObject | undefined) => crdProblems(needed, () => crd);

describe('the CRDs of a cluster', () => {
  it('are fine where every one is the one that the operator was built with', () => {
    const installed = new Map(kinds.map((kind) => [toCrd(kind).metadata.name, toCrd(kind)]));
    expect(crdProblems(neededCrds(kinds), (name) => installed.get(name))).toEqual([]);
  });

  it('are not where one is missing', () => {
    expect(problems(undefined)).toEqual([
      'CRD models.aicp.dev is not installed: apply the CRDs of this version (crds/manifests, or the chart aicp-crds)',
    ]);
  });

  it('are not where one lacks a field, which the API server would cut', () => {
    const old = edited((crd) => {
      const { properties } = crd.spec.versions[0]!.schema.openAPIV3Schema;
      delete properties['spec']!.properties['aliases'];
      delete properties['status']!.properties['observedGeneration'];
    });
    expect(problems(old)).toEqual([
      expect.stringMatching(/older than this operator needs, it lacks .*spec\.aliases/),
    ]);
  });

  it('are not where one serves another version alone', () => {
    const unserved = edited((crd) => {
      crd.spec.versions[0]!.served = false;
    });
    expect(problems(unserved)[0]).toContain('does not serve v1alpha1');
  });

  it('are fine where one is newer: it holds every field and more', () => {
    const newer = edited((crd) => {
      const { properties } = crd.spec.versions[0]!.schema.openAPIV3Schema;
      properties['spec']!.properties['future'] = { type: 'string' };
    });
    expect(problems(newer)).toEqual([]);
  });
});

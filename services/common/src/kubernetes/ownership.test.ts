import { describe, expect, it } from 'vitest';
import type { ObjectMeta } from './objects.ts';
import { ownerOf, type Ownership } from './ownership.ts';
import writtenBy from './testing/written-by.json' with { type: 'json' };

interface Marks {
  readonly labels?: Record<string, string>;
  readonly annotations?: Record<string, string>;
  readonly managedFields?: readonly Record<string, unknown>[];
}

const owner = (marks: Marks, name = 'fast') =>
  ownerOf({ metadata: { name, namespace: 'ai', ...marks } });

const wrote = (manager: string, operation = 'Update', subresource?: string) => ({
  manager,
  operation,
  ...(subresource ? { subresource } : {}),
});
const status = wrote('aicp-operator', 'Apply', 'status');

const tracked = (id: string) => ({ annotations: { 'argocd.argoproj.io/tracking-id': id } });
const kustomized = {
  'kustomize.toolkit.fluxcd.io/name': 'aicp',
  'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
};
const release = {
  labels: { 'app.kubernetes.io/managed-by': 'Helm' },
  annotations: {
    'meta.helm.sh/release-name': 'quickstart',
    'meta.helm.sh/release-namespace': 'ai',
  },
};

describe('an object that a tool keeps', () => {
  it('belongs to the Argo CD application of its tracking id', () => {
    expect(owner(tracked('quickstart:aicp.dev/Model:ai/fast'))).toEqual({
      managedBy: 'argocd',
      readOnly: true,
      owner: 'Application quickstart',
    });
  });

  it('names an Argo CD application that is not in the namespace of Argo CD with its own', () => {
    const { owner: application } = owner(tracked('team-a_quickstart:aicp.dev/Model:ai/fast'));
    expect(application).toBe('Application team-a/quickstart');
  });

  it('is not Argo CD’s where the tracking id was copied from another object', () => {
    expect(owner(tracked('quickstart:aicp.dev/Model:ai/other')).managedBy).toBe('kubectl');
  });

  it('belongs to Argo CD by its label only where its field manager wrote it', () => {
    const labels = { 'app.kubernetes.io/instance': 'quickstart' };
    expect(owner({ labels }).readOnly).toBe(false);
    const managedFields = [wrote('argocd-controller', 'Apply')];
    expect(owner({ labels, managedFields })).toEqual({
      managedBy: 'argocd',
      readOnly: true,
      owner: 'Application quickstart',
    });
  });

  it('belongs to the Kustomization of Flux that labelled it', () => {
    expect(owner({ labels: kustomized })).toEqual({
      managedBy: 'flux',
      readOnly: true,
      owner: 'Kustomization flux-system/aicp',
    });
  });

  it.each([
    { 'kustomize.toolkit.fluxcd.io/reconcile': 'disabled' },
    { 'kustomize.toolkit.fluxcd.io/ssa': 'IfNotPresent' },
    { 'kustomize.toolkit.fluxcd.io/ssa': 'Ignore' },
  ])('can be changed where Flux is told to keep off it: %j', (annotations) => {
    expect(owner({ labels: kustomized, annotations })).toMatchObject({
      managedBy: 'flux',
      readOnly: false,
    });
  });

  it('cannot be changed where Flux merges into it', () => {
    const annotations = { 'kustomize.toolkit.fluxcd.io/ssa': 'Merge' };
    expect(owner({ labels: kustomized, annotations }).readOnly).toBe(true);
  });

  it('belongs to Flux, not to Helm, where Flux installed the release', () => {
    const labels = {
      ...release.labels,
      'helm.toolkit.fluxcd.io/name': 'quickstart',
      'helm.toolkit.fluxcd.io/namespace': 'flux-system',
    };
    expect(owner({ ...release, labels })).toEqual({
      managedBy: 'flux',
      readOnly: true,
      owner: 'HelmRelease flux-system/quickstart',
    });
  });

  it('belongs to the release of Helm that its annotations name', () => {
    expect(owner({ ...release, managedFields: [wrote('helm')] })).toEqual({
      managedBy: 'helm',
      readOnly: true,
      owner: 'release ai/quickstart',
    });
  });

  it('is not Helm’s where a rendered chart was applied by hand', () => {
    expect(owner({ labels: release.labels }).managedBy).toBe('kubectl');
  });
});

describe('an object that nobody keeps', () => {
  it.each([
    ['the admin API', 'api', [wrote('aicp-admin'), status]],
    ['the admin API over one made by hand', 'api', [wrote('kubectl-create'), wrote('aicp-admin')]],
    ['the operator at the start', 'system', [wrote('aicp-operator'), status]],
    ['the admin API over one of the start', 'api', [wrote('aicp-operator'), wrote('aicp-admin')]],
    ['a hand over one of the start', 'kubectl', [wrote('aicp-operator'), wrote('kubectl-edit')]],
    ['kubectl create', 'kubectl', [wrote('kubectl-create'), status]],
    ['an applied manifest', 'kubectl', [wrote('kubectl', 'Apply'), wrote('aicp-admin'), status]],
    ['any other client', 'kubectl', [wrote('terraform'), status]],
  ])('was written by %s', (_, managedBy, managedFields) => {
    expect(owner({ managedFields })).toEqual({ managedBy, readOnly: false, owner: undefined });
  });

  it('counts as applied by hand where kubectl left its annotation', () => {
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{}' };
    const managedFields = [wrote('kubectl-client-side-apply'), wrote('aicp-admin')];
    expect(owner({ annotations, managedFields }).managedBy).toBe('kubectl');
  });

  it('counts as written by hand where nothing is known of its writers', () => {
    expect(owner({}).managedBy).toBe('kubectl');
    expect(owner({ managedFields: [status] }).managedBy).toBe('kubectl');
  });
});

describe('an object as it was really written', () => {
  const tool = (managedBy: Ownership['managedBy'], name: string): Ownership => ({
    managedBy,
    readOnly: true,
    owner: name,
  });
  const free = (managedBy: Ownership['managedBy']): Ownership => ({
    managedBy,
    readOnly: false,
    owner: undefined,
  });
  const expected: Record<keyof typeof writtenBy, Ownership> = {
    admin: free('api'),
    'argocd-client-side': tool('argocd', 'Application aicp-objects'),
    'argocd-server-side': tool('argocd', 'Application aicp-objects'),
    flux: tool('flux', 'Kustomization flux-system/aicp-objects'),
    helm: tool('helm', 'release aicp/objects'),
    'kubectl-apply': free('kubectl'),
    'kubectl-create': free('kubectl'),
    'kubectl-server-side': free('kubectl'),
    operator: free('system'),
  };

  it.each(Object.entries(writtenBy))('by %s', (writer, object) => {
    const marked: { metadata: ObjectMeta } = object;
    expect(ownerOf(marked)).toEqual(expected[writer as keyof typeof writtenBy]);
  });

  it('is looked at for every writer that was recorded', () => {
    expect(Object.keys(writtenBy).toSorted()).toEqual(Object.keys(expected).toSorted());
  });
});

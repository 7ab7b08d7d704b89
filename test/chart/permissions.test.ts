import { kinds } from '@aicp/crds/kinds';
import { expect, it } from 'vitest';
import { manifestNamed, manifestsOf, podOf, type Manifest } from './manifests.ts';
import { describeCharts } from './suite.ts';

interface Rule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

const rulesOf = (manifest: Manifest): Rule[] => manifest['rules'] as Rule[];

await describeCharts('the permissions of the chart', ({ helm }) => {
  it('name what they are about, without a wildcard', async () => {
    const roles = manifestsOf(await helm.template()).filter(({ kind }) => kind.endsWith('Role'));
    expect(roles).toHaveLength(8);
    expect(JSON.stringify(roles.map(rulesOf))).not.toContain('*');
  });

  it('let the operator watch every kind and write the status of each, and change no spec', async () => {
    const role = manifestNamed(manifestsOf(await helm.template()), 'Role/aicp-operator');
    const ours = rulesOf(role).filter(({ apiGroups }) => apiGroups?.includes('aicp.dev'));
    const allowed = (verb: string) =>
      ours
        .flatMap(({ resources = [], verbs }) => (verbs.includes(verb) ? resources : []))
        .toSorted();
    const plurals = kinds.map(({ plural }) => plural).toSorted();
    expect(allowed('watch')).toEqual(plurals);
    expect(allowed('patch')).toEqual(plurals.map((plural) => `${plural}/status`));
    expect(allowed('update')).toEqual([]);
    expect(allowed('delete')).toEqual([]);
  });

  it('let the admin service change every kind and the status of none', async () => {
    const role = manifestNamed(manifestsOf(await helm.template()), 'Role/aicp-admin');
    const ours = rulesOf(role).filter(({ apiGroups }) => apiGroups?.includes('aicp.dev'));
    const plurals = kinds.map(({ plural }) => plural).toSorted();
    expect(ours.flatMap(({ resources = [] }) => resources).toSorted()).toEqual(plurals);
    expect(ours[0]?.verbs).toEqual(['get', 'list', 'watch', 'create', 'update', 'delete']);
  });

  it('cover every kind in the cluster’s roles, and leave identities, permissions, keys and settings to the administrator alone', async () => {
    const manifests = manifestsOf(await helm.template());
    const resources = (name: string) =>
      rulesOf(manifestNamed(manifests, `ClusterRole/aicp:aicp:aicp:${name}`)).flatMap(
        (rule) => rule.resources ?? [],
      );
    const plurals = kinds.map(({ plural }) => plural).toSorted();
    expect(resources('view').toSorted()).toEqual(plurals);
    expect([...resources('edit'), ...resources('admin')].toSorted()).toEqual(plurals);
    expect(resources('admin').toSorted()).toEqual([
      'accessgrants',
      'apikeys',
      'businessunits',
      'controlplanes',
      'licenses',
      'organizations',
      'teams',
    ]);
  });

  it('are left to others where rbac.create is off', async () => {
    const set = { 'rbac.create': false, 'rbac.aggregate': false };
    const kindsMade = manifestsOf(await helm.template({ set })).map(({ kind }) => kind);
    expect(kindsMade.filter((kind) => /Role/.test(kind))).toEqual([]);
  });

  it('follow the ServiceAccounts’ names', async () => {
    const set = {
      'operator.serviceAccount': { create: false, name: 'theirs' },
      'gateway.serviceAccount': { name: 'front' },
    };
    const manifests = manifestsOf(await helm.template({ set }));
    const { subjects } = manifestNamed(manifests, 'RoleBinding/aicp-operator') as Manifest & {
      subjects: { name: string }[];
    };
    expect(subjects.map(({ name }) => name)).toEqual(['theirs']);
    const accounts = manifests.filter(({ kind }) => kind === 'ServiceAccount');
    expect(accounts.map(({ metadata }) => metadata.name)).toEqual([
      'aicp-admin',
      'aicp-budget',
      'aicp-cost',
      'front',
    ]);
    const operator = JSON.stringify(manifestNamed(manifests, 'Deployment/aicp-operator'));
    expect(operator).toContain(JSON.stringify('"front":"gateway"').slice(1, -1));
    const budget = podOf(manifestNamed(manifests, 'StatefulSet/aicp-budget'))?.containers[0];
    expect(budget?.env).toContainEqual({ name: 'AICP_USAGE_SERVICE_ACCOUNTS', value: 'front' });
  });

  it('let nobody ask for spend but who is named, and let gateways deliver only', async () => {
    const envOf = async (set: Record<string, unknown>) => {
      const manifests = manifestsOf(await helm.template({ set }));
      const { env = [] } =
        podOf(manifestNamed(manifests, 'StatefulSet/aicp-budget'))?.containers[0] ?? {};
      return Object.fromEntries(env.map(({ name, value }) => [name, value]));
    };
    const [nobody, some] = [
      await envOf({}),
      await envOf({ 'budget.spendReaders': ['reports', 'finance'] }),
    ];
    expect(nobody).not.toHaveProperty('AICP_SPEND_SERVICE_ACCOUNTS');
    expect(some).toMatchObject({
      AICP_SPEND_SERVICE_ACCOUNTS: 'reports,finance',
      AICP_USAGE_SERVICE_ACCOUNTS: 'aicp-gateway',
    });
  });
});

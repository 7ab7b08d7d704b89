import { expect, it } from 'vitest';
import { manifestNamed, manifestsOf, podOf, type Manifest } from './manifests.ts';
import { describeCharts } from './suite.ts';

const egressOf = (policy: Manifest): readonly object[] =>
  (policy['spec'] as { readonly egress?: readonly object[] }).egress ?? [];

await describeCharts('the forward proxy of the chart', ({ helm }) => {
  const rendered = async (set: Readonly<Record<string, unknown>>) =>
    manifestsOf(await helm.template({ set: { 'gateway.persistence.enabled': false, ...set } }));

  /** The NetworkPolicies that let somebody out to the port of proxies. */
  const open = async (set: Readonly<Record<string, unknown>>) =>
    (await rendered(set))
      .filter(({ kind }) => kind === 'NetworkPolicy')
      .filter((policy) => JSON.stringify(egressOf(policy)).includes('3128'));

  it('is open to the gateway where there is one, and to nobody else', async () => {
    const to = [{ ipBlock: { cidr: '10.9.9.9/32' } }];
    const ports = [{ port: 3128, protocol: 'TCP' }];
    const https = { 'egress.proxy.https': 'http://proxy.example:3128' };
    expect(await open({})).toEqual([]);
    for (const set of [https, { 'egress.proxy.secretName': 'proxy' }]) {
      const [gateway, ...others] = await open(set);
      expect(others).toEqual([]);
      expect(gateway?.metadata.name).toBe('aicp-gateway');
      expect(egressOf(gateway!)).toContainEqual({ ports });
    }
    const [gateway] = await open({ 'networkPolicy.proxy.to': to });
    expect(egressOf(gateway!)).toContainEqual({ ports, to });
  });

  it('is told to the gateway alone, its password by reference', async () => {
    const manifests = await rendered({
      'egress.proxy': { secretName: 'proxy', noProxy: ['.corp', '10.0.0.0/8'], tenants: 'use' },
    });
    const environment = (id: string) => podOf(manifestNamed(manifests, id))?.containers[0]?.env;
    const secretOf = (key: string) => ({ secretKeyRef: { name: 'proxy', key, optional: true } });
    expect(environment('Deployment/aicp-gateway')).toEqual(
      expect.arrayContaining([
        { name: 'HTTPS_PROXY', valueFrom: secretOf('HTTPS_PROXY') },
        { name: 'HTTP_PROXY', valueFrom: secretOf('HTTP_PROXY') },
        { name: 'NO_PROXY', value: '.corp,10.0.0.0/8' },
        { name: 'AICP_EGRESS_TENANTS_PROXY', value: 'use' },
      ]),
    );
    expect(JSON.stringify(environment('StatefulSet/aicp-admin'))).not.toContain('PROXY');
  });
});

import { NODE_OPTIONS } from '@aicp/workflow/testing/engine-replica';
import { expect, it } from 'vitest';
import { manifestNamed, manifestsOf, podOf, type Manifest } from './manifests.ts';
import { describeCharts } from './suite.ts';

interface PolicySpec {
  readonly podSelector: object;
  readonly ingress?: readonly { readonly from?: readonly object[] }[];
  readonly egress?: readonly object[];
}

const specOf = (manifest: Manifest) => manifest['spec'] as PolicySpec;

await describeCharts('the workflow engine of the chart', ({ helm }) => {
  it('shares with gateways and admin service one secret each, and has ways to and from them', async () => {
    const from = [{ podSelector: { matchLabels: { team: 'a' } } }];
    const set = {
      'workflow.keysSecret.name': 'keys',
      'workflow.networkPolicy.from': from,
      'gateway.networkPolicy.from': from,
      'workflow.tls.mode': 'certManager',
      'gateway.tls.mode': 'certManager',
    };
    const manifests = manifestsOf(await helm.template({ set }));
    const policy = (name: string) => manifestNamed(manifests, `NetworkPolicy/aicp-${name}`);
    const peer = (name: string) => ({ podSelector: specOf(policy(name)).podSelector });
    expect(specOf(policy('workflow')).ingress![0]?.from).toContainEqual(peer('admin'));
    expect(specOf(policy('workflow')).ingress![0]?.from).toContainEqual(peer('gateway'));
    expect(specOf(policy('gateway')).ingress![0]?.from).toContainEqual(peer('workflow'));
    const way = (port: number, name: string) => ({
      ports: [{ port, protocol: 'TCP' }],
      to: [peer(name)],
    });
    expect(specOf(policy('workflow')).egress).toContainEqual(way(4000, 'gateway'));
    for (const name of ['admin', 'gateway']) {
      expect(specOf(policy(name)).egress).toContainEqual(way(8085, 'workflow'));
    }
    const keys = manifests.flatMap((one) => {
      const volume = podOf(one)?.volumes?.find(({ name }) => name === 'workflow-keys');
      return volume ? [[one.metadata.name, volume['secret']]] : [];
    });
    const items = (...paths: string[]) => ({
      secretName: 'keys',
      items: paths.map((path) => ({ key: path, path })),
    });
    expect(Object.fromEntries(keys)).toMatchObject({
      'aicp-gateway': items('gateway'),
      'aicp-admin': items('admin'),
      'aicp-workflow': items('gateway', 'admin'),
    });
    const text = (name: string) => JSON.stringify(manifestNamed(manifests, name));
    for (const name of ['admin', 'gateway']) {
      expect(text(`StatefulSet/aicp-${name}`)).toContain('https://aicp-workflow.aicp.svc:8085');
    }
    expect(text('StatefulSet/aicp-gateway')).toContain('"secretName":"aicp-workflow-tls"');
    expect(text('StatefulSet/aicp-admin')).toContain('"secretName":"aicp-workflow-tls"');
    expect(text('StatefulSet/aicp-workflow')).toContain('"secretName":"aicp-gateway-tls"');
  });

  it('starts the program of the image with the options of Node.js that keep its memory small', async () => {
    const manifests = manifestsOf(
      await helm.template({ set: { 'workflow.keysSecret.name': 'keys' } }),
    );
    expect(podOf(manifestNamed(manifests, 'StatefulSet/aicp-workflow'))?.containers).toMatchObject([
      { command: ['node', ...NODE_OPTIONS, '/app/images/main.ts'], args: ['workflow'] },
    ]);
  });

  it('is not there before there is a Secret for it', async () => {
    expect(await helm.template()).not.toMatch(/aicp-workflow|AICP_WORKFLOW/);
  });
});

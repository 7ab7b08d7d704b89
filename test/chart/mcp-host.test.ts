import { expect, it } from 'vitest';
import { manifestNamed, manifestsOf, podOf, type Manifest } from './manifests.ts';
import { describeCharts } from './suite.ts';

interface PolicySpec {
  readonly podSelector: object;
  readonly ingress: readonly {
    readonly from?: readonly object[];
    readonly ports: readonly { port: number }[];
  }[];
  readonly egress: readonly object[];
}
const specOf = (manifest: Manifest) => manifest['spec'] as PolicySpec;

await describeCharts('the MCP host of the chart', ({ helm }) => {
  const set = { 'mcpHost.enabled': true, 'mcpHost.keySecret.name': 'hosting' };

  it('is reached by gateways and the admin service alone, and reaches the operator alone', async () => {
    const manifests = manifestsOf(await helm.template({ set }));
    const policy = (name: string) => specOf(manifestNamed(manifests, `NetworkPolicy/aicp-${name}`));
    const peer = (name: string) => ({ podSelector: policy(name).podSelector });
    const way = (port: number, name: string) => ({
      ports: [{ port, protocol: 'TCP' }],
      to: [peer(name)],
    });
    const own = policy('mcp-host').ingress.filter(({ ports }) => ports[0]!.port === 8087);
    expect(own.map(({ from }) => from)).toEqual([[peer('gateway'), peer('admin')]]);
    expect(policy('mcp-host').egress).toEqual([way(8443, 'operator')]);
    expect(policy('gateway').egress).toContainEqual(way(8087, 'mcp-host'));
    expect(policy('admin').egress).toContainEqual(way(8087, 'mcp-host'));
  });

  it('has no token for the Kubernetes API, no right, and nothing that it may write but its volumes', async () => {
    const manifests = manifestsOf(await helm.template({ set }));
    const pod = podOf(manifestNamed(manifests, 'Deployment/aicp-mcp-host'));
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          securityContext: {
            readOnlyRootFilesystem: true,
            allowPrivilegeEscalation: false,
            capabilities: { drop: ['ALL'] },
          },
        },
      ],
    });
    const bound = manifests.filter(
      ({ kind, ...rest }) =>
        /Binding$/.test(kind) && JSON.stringify(rest).includes('aicp-mcp-host'),
    );
    expect(bound).toEqual([]);
  });

  it('is not there unless it is asked for, and asks for its secret then', async () => {
    expect(await helm.template()).not.toMatch(/mcp-host|AICP_MCP_HOST/);
    await expect(helm.template({ set: { 'mcpHost.enabled': true } })).rejects.toThrow(
      'mcpHost.keySecret.name is needed',
    );
  });
});

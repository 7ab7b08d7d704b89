import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import type { McpServerReport } from '@aicp/contracts/poll/health-report';
import { describe, expect, it } from 'vitest';
import { two, works } from '../testing/cluster.ts';
import { AT, report } from '../testing/health-reports.ts';
import { McpFindings } from './mcp-findings.ts';

const saw = (more: Partial<McpServerReport> = {}): McpServerReport => ({
  name: 'tracker',
  uid: 'u',
  reachable: true,
  since: AT,
  changed: [],
  ...more,
});
const failed = (since: string, more: Partial<McpServerReport> = {}) =>
  saw({ reachable: false, since, fault: 'connection refused', ...more });

function operator() {
  const state = {
    now: 0,
    reports: [] as readonly McpServerReport[][],
    isLeftOut: false,
    status: {} as object,
  };
  const findings = new McpFindings({
    clock: { monotonic: () => state.now },
    reports: () => state.reports.map((servers) => ({ ...report([]), mcp_servers: servers })),
    objects: () => [
      { kind: 'Team', name: 'tracker', uid: 't' },
      { kind: 'MCPServer', name: 'tracker', uid: 'u' },
    ],
    object: (_kind, name): KubernetesObject => ({
      metadata: { name, uid: 'u', generation: 1 },
      status: state.status,
    }),
    isLeftOut: () => state.isLeftOut,
  });
  /** What is found, as `Reachable True Answers`; empty where the status goes on to say what it said. */
  const words = () => {
    const all = findings.findings();
    expect(all.every(({ kind, uid }) => kind === 'MCPServer' && uid === 'u')).toBe(true);
    return all.flatMap(({ conditions }) =>
      conditions.map(({ type, status, reason }) => `${type} ${status} ${reason}`),
    );
  };
  const message = (type: string) =>
    findings.findings()[0]?.conditions.find((one) => one.type === type)?.message;
  const hear = (...reports: McpServerReport[]) => {
    state.reports = reports.map((one) => [one]);
  };
  /** Its status says what was found of it. */
  const write = () => {
    const conditions = findings.findings()[0]?.conditions ?? [];
    const stored = conditions.map((one) => ({ ...one, lastTransitionTime: AT }));
    state.status = { conditions: stored };
  };
  return { findings, hear, message, state, words, write };
}

const UNKNOWN = ['Reachable Unknown NotReported', 'ToolsChanged Unknown NotReported'];

describe('an MCP server', () => {
  it('is reachable where every gateway that reports reaches it', () => {
    const { hear, words } = operator();
    hear(saw(), saw());
    expect(words()).toEqual(['Reachable True Answers', 'ToolsChanged False AsApproved']);
  });

  it('that some gateways do not reach says how many, since when and why', () => {
    const { hear, message, words } = operator();
    hear(saw(), failed('2026-01-01T00:05:00Z'), failed('2026-01-01T00:03:00Z'));
    expect(words()[0]).toBe('Reachable False PartlyReachable');
    expect(message('Reachable')).toBe(
      '2 of 3 gateways have not got the list of its tools since 2026-01-01T00:03:00Z (connection refused): its tools are missing for clients of those',
    );
    hear(failed('2026-01-01T00:05:00Z', { fault: 'unknown name' }), failed('2026-01-01T00:03:00Z'));
    expect(words()[0]).toBe('Reachable False Unreachable');
    expect(message('Reachable')).toContain(
      'since 2026-01-01T00:05:00Z (connection refused; unknown name)',
    );
  });

  it('has changed tools where one gateway saw another definition, and says how to approve it', () => {
    const { hear, message, words } = operator();
    hear(saw({ changed: ['search'] }), saw({ changed: ['open', 'search'] }), failed(AT));
    expect(words()[1]).toBe('ToolsChanged True WaitsForApproval');
    expect(message('ToolsChanged')).toContain('of open, search the definition');
    expect(message('ToolsChanged')).toContain(
      'POST /api/v1/mcp-servers/tracker/tools/{tool}/approve',
    );
    const many = Array.from({ length: 100 }, (_, index) => `${'x'.repeat(125)}${index}`);
    hear(saw({ changed: many }));
    expect(message('ToolsChanged')).toContain(' and 90 more the definition');
    expect(message('ToolsChanged')?.length).toBeLessThan(2_000);
  });

  it('whose tools nobody has listed yet says that, whatever is approved', () => {
    const { hear, words } = operator();
    hear(failed(AT, { changed: undefined }));
    expect(words()).toEqual(['Reachable False Unreachable', 'ToolsChanged Unknown NeverListed']);
  });

  it('is unknown until a gateway has reported of it, and after three minutes in which none did', () => {
    const { hear, state, words, write } = operator();
    expect(words()).toEqual(UNKNOWN);
    hear(saw());
    write();
    state.reports = [];
    state.now = 180_000;
    expect(words()).toEqual([]);
    state.now = 180_001;
    expect(words()).toEqual(UNKNOWN);
    hear(saw());
    expect(words()[0]).toBe('Reachable True Answers');
  });

  it('goes on to say what it said while gateways have not told a new leader yet', () => {
    const { findings, hear, state, words, write } = operator();
    hear(saw());
    write();
    state.reports = [];
    state.now = 1_000_000;
    findings.leaderChanged();
    expect(words()).toEqual([]);
    state.now = 1_180_001;
    expect(words()).toEqual(UNKNOWN);
  });

  it('that gateways are not told of is asked by none, whatever they said before', () => {
    const { hear, state, words } = operator();
    hear(saw());
    state.isLeftOut = true;
    expect(words()).toEqual([
      'Reachable Unknown NotInService',
      'ToolsChanged Unknown NotInService',
    ]);
  });
});

describe('an operator', () => {
  it('writes what gateways saw of a server, once, and says that one which is off is not asked', async () => {
    const { cluster, replicas } = await two();
    const [first, second] = replicas;
    const spec = { serverType: 'streamable_http', url: 'https://tools.example.com/mcp' };
    cluster.put('MCPServer', 'tracker', spec);
    await cluster.untilCondition('MCPServer', 'tracker', 'Reachable', 'Unknown NotReported');
    const { uid } = cluster.get('MCPServer', 'tracker')!.metadata;
    const servers = [saw({ uid: uid!, changed: ['search'] })];
    for (const replica of [first, second]) replica.health = { ...report([]), mcp_servers: servers };
    await works(cluster, 'another', first, second);
    await cluster.untilCondition('MCPServer', 'tracker', 'Reachable', 'True Answers');
    await cluster.untilCondition('MCPServer', 'tracker', 'ToolsChanged', 'True WaitsForApproval');
    expect(cluster.events()).toContain('Warning WaitsForApproval MCPServer/tracker');
    const { resourceVersion } = cluster.get('MCPServer', 'tracker')!.metadata;
    await works(cluster, 'third', first, second);
    expect(cluster.get('MCPServer', 'tracker')!.metadata.resourceVersion).toBe(resourceVersion);
    cluster.put('MCPServer', 'tracker', { ...spec, isActive: false });
    await cluster.untilCondition('MCPServer', 'tracker', 'Reachable', 'Unknown NotInService');
  });
});

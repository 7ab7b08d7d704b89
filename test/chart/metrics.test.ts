import { SlaMetrics } from '@aicp/admin/sla/sla-metrics';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CountersMetrics } from '@aicp/common/counters/redis/counters-metrics';
import { createKubernetesMetrics } from '@aicp/common/kubernetes/metrics';
import { EventMetrics } from '@aicp/events/delivery/event-metrics';
import { createRegistry } from '@aicp/common/metrics/registry';
import { startTestGateway } from '@aicp/gateway/testing/start-test-gateway';
import { temporaryDirectory } from '@aicp/gateway/testing/temporary-directory';
import { createOperatorMetrics } from '@aicp/operator/metrics';
import { WorkflowMetrics } from '@aicp/workflow/metrics/workflow-metrics';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CHART } from './helm.ts';
import { idOf, manifestNamed, manifestsOf } from './manifests.ts';
import { describeCharts } from './suite.ts';

const files = join(CHART, 'files');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

const groupsOf = (text: string) => (parse(text) as { groups: { rules: Rule[] }[] }).groups;

const alertRules = async (): Promise<Rule[]> =>
  groupsOf(await readFile(join(files, 'alerts.yaml'), 'utf8')).flatMap(({ rules }) => rules);

const dashboardNames = async () => await readdir(join(files, 'dashboards'));

async function dashboardExpressions(name: string): Promise<string[]> {
  const text = await readFile(join(files, 'dashboards', name), 'utf8');
  const { panels } = JSON.parse(text) as { panels: { targets: { expr: string }[] }[] };
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

/** The names of series in a PromQL expression that are ours or the process's. */
const metricsIn = (expression: string): string[] =>
  [...expression.matchAll(/\b(?:aicp|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name);

/** The names that Prometheus reads from text of the exposition format, those of histograms in full. */
const namesOf = (text: string): string[] =>
  [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name],
  );

async function exposedNames(): Promise<Set<string>> {
  await using directory = await temporaryDirectory();
  const tokenFile = join(directory.path, 'token');
  await writeFile(tokenFile, 'secret');
  // Nobody is there, and metrics of delivery are.
  const delivery = { url: 'http://127.0.0.1:1', tokenFile, caFile: undefined };
  await using gateway = await startTestGateway({ fragments: {}, config: { delivery } });
  const answer = await request(`${gateway.url}/metrics`);
  const registry = createRegistry('operator');
  createOperatorMetrics(registry);
  // A gateway has these where it has a Redis.
  new CountersMetrics(registry).connected(true);
  createKubernetesMetrics(registry);
  new EventMetrics(registry);
  new SlaMetrics(registry).forget();
  new WorkflowMetrics(registry);
  return new Set([...namesOf(await answer.body.text()), ...namesOf(await registry.metrics())]);
}

describe('alerts and dashboards', () => {
  it('name no metric that the services do not have', async () => {
    const exposed = await exposedNames();
    const dashboards = (await dashboardNames()).map(dashboardExpressions);
    const rules = await alertRules();
    const used = [...rules.map(({ expr }) => expr), ...(await Promise.all(dashboards)).flat()];
    expect(used.length).toBeGreaterThan(30);
    expect(used.flatMap(metricsIn).filter((name) => !exposed.has(name))).toEqual([]);
    for (const expression of used) expect(expression).toMatch(/aicp_|process_|nodejs_|\bup\b/);
  });

  it('say of each alert how bad it is, what it means and where to look', async () => {
    const rules = await alertRules();
    for (const { alert, labels, annotations } of rules) {
      expect(['critical', 'warning', 'info'], alert).toContain(labels['severity']);
      expect(annotations['summary'], alert).toMatch(/\.$/);
      expect(annotations['description'], alert).toMatch(/\.$/);
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  it('tell of usage that is lost, and not of files that were delivered before they were deleted', async () => {
    const rules = await alertRules();
    const deleted = rules.filter(({ expr }) => expr.includes('_deleted_segments_total'));
    expect(deleted.map(({ alert }) => alert)).toEqual(['AicpJournalDeleted']);
    expect(deleted[0]?.expr).toContain('unless on (namespace, pod) aicp_usage_left_bytes{');
    expect(rules.filter(({ expr }) => expr.includes('_lost_bytes_total'))).toMatchObject([
      { alert: 'AicpJournalLost', labels: { severity: 'critical' } },
    ]);
  });

  it('are about one namespace', async () => {
    for (const { alert, expr } of await alertRules()) {
      const series = expr.match(/(?:aicp_[a-z_]+|\bup\b)(?=\{|\[|$)/g)?.length;
      expect(expr.match(/\{SELECTOR/g)?.length, alert).toBe(series);
    }
  });
});

await describeCharts('monitoring objects', ({ helm }) => {
  const apiVersions = [
    'monitoring.coreos.com/v1/ServiceMonitor',
    'monitoring.coreos.com/v1/PrometheusRule',
  ];
  const kindsWith = async (options: Parameters<typeof helm.template>[0]) =>
    new Set(manifestsOf(await helm.template(options)).map(({ kind }) => kind));

  it('are there where the cluster knows their kinds, or where they are asked for', async () => {
    expect(await kindsWith({})).not.toContain('ServiceMonitor');
    expect(await kindsWith({ apiVersions })).toContain('ServiceMonitor');
    expect(await kindsWith({ apiVersions })).toContain('PrometheusRule');
    const never = {
      'metrics.serviceMonitor.mode': 'never',
      'metrics.prometheusRule.mode': 'never',
    };
    expect(await kindsWith({ apiVersions, set: never })).not.toContain('ServiceMonitor');
    expect(await kindsWith({ apiVersions, set: never })).not.toContain('PrometheusRule');
    const always = { 'metrics.serviceMonitor.mode': 'always' };
    expect(await kindsWith({ set: always })).toContain('ServiceMonitor');
  });

  it('are about this release', async () => {
    const rendered = await helm.template({ apiVersions, release: 'prod', namespace: 'ai' });
    const manifests = manifestsOf(rendered);
    const rules = JSON.stringify(manifestNamed(manifests, 'PrometheusRule/prod-aicp'));
    expect(rules).toContain('namespace=\\"ai\\"');
    expect(rules).not.toMatch(/SELECTOR|JOBS/);

    const { selector } = manifestNamed(manifests, 'ServiceMonitor/prod-aicp')['spec'] as {
      selector: { matchLabels: Record<string, string> };
    };
    const scraped = manifests.filter(
      ({ kind, metadata }) =>
        kind === 'Service' &&
        Object.entries(selector.matchLabels).every(
          ([key, value]) => metadata.labels?.[key] === value,
        ),
    );
    expect(scraped.map(idOf)).toEqual([
      'Service/prod-aicp-admin-pods',
      'Service/prod-aicp-budget-pods',
      'Service/prod-aicp-cost-pods',
      'Service/prod-aicp-gateway-pods',
      'Service/prod-aicp-operator-pods',
    ]);
    for (const service of scraped) {
      expect(rules).toContain('job=~\\"prod-aicp-.*-pods\\"');
      expect(service.metadata.name).toMatch(/^prod-aicp-.*-pods$/);
    }
  });

  it('hold each dashboard whole', async () => {
    const rendered = await helm.template({ set: { 'metrics.dashboards.enabled': true } });
    const manifests = manifestsOf(rendered);
    for (const name of await dashboardNames()) {
      const map = manifestNamed(manifests, `ConfigMap/aicp-dashboard-${name.replace('.json', '')}`);
      const data = map['data'] as Record<string, string>;
      const file = await readFile(join(files, 'dashboards', name), 'utf8');
      expect(JSON.parse(data[`aicp-${name}`] ?? '')).toEqual(JSON.parse(file));
      expect(map.metadata.labels).toMatchObject({ grafana_dashboard: '1' });
    }
  });
});

import { NO_TOKENS } from '@aicp/contracts/usage/usage-record';
import { describe, expect, it } from 'vitest';
import { Registry } from '@aicp/common/metrics/registry';
import { register, type Family } from './family.ts';
import { Histogram } from './histogram.ts';
import { RequestMetrics, type Measured } from './request-metrics.ts';
import { ByteBudget } from '../memory/byte-budget.ts';
import { RequestMemory } from '../memory/request-memory.ts';
import { noCounts } from '../usage/journal/options.ts';
import { memoryFamilies } from './memory-families.ts';

/** What a scrape gets. */
async function textOf(families: readonly Family[], labels: object = {}): Promise<string> {
  const registry = new Registry();
  registry.setDefaultLabels(labels);
  register(registry, families);
  return await registry.metrics();
}

describe('request metrics', () => {
  const measured = (more: Partial<Measured> = {}): Measured => ({
    model: 'm',
    provider: 'p',
    completion: 'complete',
    status: 200,
    latency_ms: 20,
    first_token_ms: null,
    cost_nano_usd: 1_500_000_000,
    tokens: { ...NO_TOKENS, input: 1, cached_input: 2, cache_write: 3, output: 4, reasoning: 5 },
    ...more,
  });

  const linesOf = async (metrics: RequestMetrics): Promise<string[]> =>
    (await textOf(metrics.families())).split('\n');

  describe('request metrics', () => {
    it('count by model, provider and outcome', async () => {
      const metrics = new RequestMetrics();
      metrics.record(measured());
      metrics.record(measured({ status: 404 }));
      metrics.record(measured({ completion: 'client_gone', status: 200 }));
      metrics.record(measured({ completion: 'provider_failed', status: 502 }));
      metrics.attemptFailed('p', 'timeout');
      metrics.attemptFailed('p', 'timeout');
      const lines = await linesOf(metrics);
      for (const outcome of ['2xx', '4xx', 'client_gone', 'provider_failed']) {
        expect(lines).toContain(
          `aicp_gateway_requests_total{model="m",provider="p",status="${outcome}"} 1`,
        );
      }
      expect(lines).toContain(
        'aicp_gateway_tokens_total{model="m",provider="p",type="reasoning"} 20',
      );
      expect(lines).toContain('aicp_gateway_cost_usd_total{model="m",provider="p"} 6');
      expect(lines).toContain('aicp_gateway_attempt_failures_total{provider="p",kind="timeout"} 2');
    });

    it('never have more than a bounded number of series', async () => {
      const metrics = new RequestMetrics();
      for (let index = 0; index < 1000; index += 1)
        metrics.record(measured({ model: `m${index}` }));
      const counts = (await linesOf(metrics)).filter((line) =>
        line.startsWith('aicp_gateway_requests_total{'),
      );
      expect(counts.length).toBeLessThanOrEqual(201);
      expect(counts).toContain(
        'aicp_gateway_requests_total{model="other",provider="other",status="2xx"} 800',
      );
    });
  });

  describe('a histogram', () => {
    it('counts cumulatively, bounds included', () => {
      const histogram = new Histogram([1, 2]);
      for (const value of [0.5, 1, 1.5, 2, 3]) histogram.observe(value);
      expect(histogram.samples({ a: 'b' })).toEqual([
        { suffix: '_bucket', labels: { a: 'b', le: '1' }, value: 2 },
        { suffix: '_bucket', labels: { a: 'b', le: '2' }, value: 4 },
        { suffix: '_bucket', labels: { a: 'b', le: '+Inf' }, value: 5 },
        { suffix: '_sum', labels: { a: 'b' }, value: 8 },
        { suffix: '_count', labels: { a: 'b' }, value: 5 },
      ]);
    });

    it('of nothing has no samples', () => {
      expect(new Histogram([1]).samples({})).toEqual([]);
    });
  });

  it('labels are escaped', async () => {
    const samples = () => [{ labels: { l: 'a"b\\c\nd' }, value: 1 }];
    const text = await textOf([{ name: 'n', help: 'h', type: 'gauge', samples }], { s: 'x' });
    expect(text).toBe('# HELP n h\n# TYPE n gauge\nn{l="a\\"b\\\\c\\nd",s="x"} 1\n');
  });
});

describe('memory families', () => {
  it('tell how many requests may be under way, and of each kind of bytes how many are held, how many may be, and how often there was no room', async () => {
    const gateway = {
      admission: {
        limit: 9,
        shed: { requests: 2, request_bytes: 1, organization_share: 0, key_share: 0 },
      },
      memory: new RequestMemory(300),
      answerBytes: new ByteBudget(100),
      errorBytes: new ByteBudget(50),
      journal: {
        backlogBytes: 7,
        limits: { backlogBytes: 70 },
        counts: { ...noCounts(), dropped: 3 },
      },
    };
    gateway.memory.all.take(30);
    gateway.answerBytes.take(40);
    gateway.answerBytes.take(61);
    const lines = (await textOf(memoryFamilies(gateway))).split('\n');
    expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
      'aicp_gateway_requests_limit 9',
      'aicp_requests_shed_total{reason="requests"} 2',
      'aicp_requests_shed_total{reason="request_bytes"} 1',
      'aicp_requests_shed_total{reason="organization_share"} 0',
      'aicp_requests_shed_total{reason="key_share"} 0',
      'aicp_gateway_held_bytes{kind="requests"} 30',
      'aicp_gateway_held_bytes{kind="large_requests"} 0',
      'aicp_gateway_held_bytes{kind="answers"} 40',
      'aicp_gateway_held_bytes{kind="errors"} 0',
      'aicp_gateway_held_bytes{kind="journal_backlog"} 7',
      'aicp_gateway_held_limit_bytes{kind="requests"} 300',
      'aicp_gateway_held_limit_bytes{kind="large_requests"} 200',
      'aicp_gateway_held_limit_bytes{kind="answers"} 100',
      'aicp_gateway_held_limit_bytes{kind="errors"} 50',
      'aicp_gateway_held_limit_bytes{kind="journal_backlog"} 70',
      'aicp_gateway_held_refusals_total{kind="requests"} 0',
      'aicp_gateway_held_refusals_total{kind="large_requests"} 0',
      'aicp_gateway_held_refusals_total{kind="answers"} 1',
      'aicp_gateway_held_refusals_total{kind="errors"} 0',
      'aicp_gateway_held_refusals_total{kind="journal_backlog"} 3',
    ]);
  });
});

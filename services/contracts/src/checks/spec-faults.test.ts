import { describe, expect, it } from 'vitest';
import { specFaults } from './spec-faults.ts';

const sunset = (deprecationDate: string, sunsetDate: string) => ({ deprecationDate, sunsetDate });
const detector = (pattern: string) => ({
  detectorType: 'regex',
  config: { patterns: [{ pattern: 'x' }, { pattern }] },
});

describe('what no schema can say', () => {
  it.each([
    ['RoutingPolicy', { action: 'deny', condition: 'team ==' }, ['condition']],
    ['RoutingPolicy', { action: 'deny', condition: 'stream == maybe' }, ['condition']],
    ['RoutingPolicy', { action: 'deny', condition: 'header.authorization == x' }, ['condition']],
    ['RoutingPolicy', { action: 'prefer', condition: 'team == a' }, ['targetModels']],
    [
      'RoutingPolicy',
      { policyType: 'conditional', config: { action: 'deny', condition: '(' } },
      ['config', 'condition'],
    ],
    [
      'RoutingPolicy',
      { policyType: 'fallback', config: { model: 'a', fallbacks: ['a'] } },
      ['config', 'fallbacks'],
    ],
    ['ModelDeprecation', sunset('2026-03-01', '2026-02-01'), ['sunsetDate']],
    ['ModelDeprecation', sunset('2026-02-31T99:00:00Z', '2026-03-01'), ['deprecationDate']],
    ['FailoverRule', { triggerCondition: 'error_rate' }, ['triggerCondition']],
    ['FailoverRule', { triggerCondition: 'errors > 1' }, ['triggerCondition']],
    ['FailoverRule', { triggerCondition: 'p95_ms > 5000 AND' }, ['triggerCondition']],
    ['FailoverRule', { triggerCondition: 'error_rate > 5' }, ['triggerCondition']],
    [
      'FailoverRule',
      { triggerCondition: 'p95_ms > 9 OR availability < 99.9' },
      ['triggerCondition'],
    ],
    ['Detector', detector('(['), ['config', 'patterns', 1, 'pattern']],
    ['Detector', detector('(?<=a)b'), ['config', 'patterns', 1, 'pattern']],
    ['Detector', detector('(a)\\1'), ['config', 'patterns', 1, 'pattern']],
    ['EventSubscription', { eventTypes: ['budget.*', 'zz.bogus'] }, ['eventTypes', 1]],
    ['EventSubscription', { eventTypes: ['zz.*'] }, ['eventTypes', 0]],
    ['ControlPlane', { timeZone: 'Mars/Base' }, ['timeZone']],
  ])('of a %s is found: %j', (kind, spec, path) => {
    expect(specFaults(kind, spec).map((fault) => fault.path)).toEqual([path]);
  });

  it.each([
    ['RoutingPolicy', { action: 'deny' }],
    ['RoutingPolicy', { action: 'prefer', targetModels: ['a'], condition: 'header.x-team == a' }],
    ['RoutingPolicy', { policyType: 'routing_strategy', config: { strategy: 'least-busy' } }],
    ['ModelDeprecation', sunset('2026-02-01', '2026-03-01T00:00:00Z')],
    ['ModelDeprecation', { sunsetDate: '2026-03-01' }],
    [
      'FailoverRule',
      { triggerCondition: 'error_rate > 0.05 OR p95_ms>=5000 AND availability < 0.9' },
    ],
    ['FailoverRule', { triggerCondition: 'error_rate >= 1 OR availability <= 0' }],
    ['Detector', detector('(?i)\\bacme-[0-9]{4}\\b')],
    ['Detector', detector('(?P<id>\\\\1)')],
    ['Detector', { detectorType: 'keyword', config: { patterns: [{ pattern: '([' }] } }],
    ['EventSubscription', { eventTypes: ['*', 'budget.*', 'key.rotated'] }],
    ['ControlPlane', { timeZone: 'Europe/Berlin' }],
    ['Team', { anything: 1 }],
  ])('is not claimed of a %s that is right: %j', (kind, spec) => {
    expect(specFaults(kind, spec)).toEqual([]);
  });
});

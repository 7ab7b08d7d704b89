import { expect, it } from 'vitest';
import { titled } from './titled.ts';

const schema = {
  properties: {
    latency_ms: { title: 'Latency', 'x-aicp-unit': 'ms' },
    error_rate: { title: 'Error rate', 'x-aicp-unit': 'share' },
    secret: { title: 'Secret', 'x-aicp-secret': true },
    rows: { title: 'Rows', items: { properties: { above: { title: 'Above' } } } },
    metadata: { type: 'object', title: 'Notes' },
  },
};

it('calls fields as the schema does, at every depth', () => {
  const value = { latency_ms: 20, error_rate: 0.5, secret: 'x', rows: [{ above: 1 }] };
  expect(titled(value, schema)).toEqual({
    Latency: '20 ms',
    'Error rate': '0.5',
    Rows: [{ Above: 1 }],
  });
});

it('leaves names that people chose', () => {
  expect(titled({ metadata: { cost_center: 'a' } }, schema)).toEqual({
    Notes: { cost_center: 'a' },
  });
  expect(titled({ cost_center: 'a' }, {})).toEqual({ cost_center: 'a' });
});

// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import type { ApiObject } from '../../../api/api-object.ts';
import { fieldList, type Shown } from './field-list.ts';

const shownIn = (object: ApiObject, field: string): Shown | undefined =>
  fieldList(object, [{ title: 'All', fields: [field] }])[0]?.fields[0]?.shown;

describe('fieldList', () => {
  test('shows fields by the groups of the form, then the rest that is set, then what the server adds', () => {
    const object: ApiObject = {
      id: 'ml',
      name: 'ML',
      created_at: '2026-11-01T10:00:00Z',
      max_budget: 20,
      floor: '3',
      wing: null,
    };
    const groups = fieldList(object, [{ title: 'Limits', fields: ['max_budget', 'rpm_limit'] }]);
    expect(groups.map(({ title, fields }) => [title, fields.map(({ field }) => field)])).toEqual([
      ['Limits', ['max_budget', 'rpm_limit']],
      ['More', ['floor']],
      ['Record', ['id', 'created_at']],
    ]);
  });

  test('tells fields of a group that are not set', () => {
    expect(shownIn({ id: 'a' }, 'rpm_limit')).toEqual({ kind: 'none' });
    expect(shownIn({ id: 'a', tags: [] }, 'tags')).toEqual({ kind: 'none' });
  });

  test('shows money as money, shares as percent, and numbers with their unit', () => {
    expect(shownIn({ id: 'a', input_price_per_million: 3 }, 'input_price_per_million')).toEqual({
      kind: 'money',
      value: 3,
    });
    expect(shownIn({ id: 'a', monthly_limit: 0 }, 'monthly_limit')).toEqual({
      kind: 'money',
      value: 0,
    });
    expect(shownIn({ id: 'a', soft_limit_percent: 0.8 }, 'soft_limit_percent')).toEqual({
      kind: 'text',
      text: '80%',
    });
    expect(shownIn({ id: 'a', timeout_ms: 500 }, 'timeout_ms')).toEqual({
      kind: 'number',
      value: 500,
      unit: 'ms',
    });
  });

  test('does not say the unit twice', () => {
    const object: ApiObject = { id: 'a', timeout_ms: 500 };
    const [group] = fieldList(object, [{ title: 'All', fields: ['timeout_ms'] }]);
    expect(group?.fields[0]?.title).toBe('Timeout');
  });

  test('links what names other objects', () => {
    expect(shownIn({ id: 'a', fallbacks: ['gpt-4o'] }, 'fallbacks')).toEqual({
      kind: 'links',
      collection: '/api/v1/models',
      ids: ['gpt-4o'],
    });
    expect(shownIn({ id: 'a', entity_type: 'team', entity_id: 'ml' }, 'entity_id')).toEqual({
      kind: 'links',
      collection: '/api/v1/teams',
      ids: ['ml'],
    });
    expect(shownIn({ id: 'a', entity_type: 'user', entity_id: 'ada' }, 'entity_id')).toEqual({
      kind: 'text',
      text: 'ada',
    });
  });

  test('shows moments, texts of several lines, pairs and structures each in its form', () => {
    const at = '2026-11-01T10:00:00Z';
    expect(shownIn({ id: 'a', expires_at: at }, 'expires_at')).toEqual({ kind: 'moment', at });
    expect(shownIn({ id: 'a', text: 'a\nb' }, 'text')).toEqual({ kind: 'lines', text: 'a\nb' });
    expect(shownIn({ id: 'a', metadata: { floor: '3' } }, 'metadata')).toEqual({
      kind: 'pairs',
      pairs: [['floor', '3']],
    });
    expect(shownIn({ id: 'a', config: { a: [1] } }, 'config')).toEqual({
      kind: 'structure',
      value: { a: [1] },
    });
  });

  test('takes titles, units and references from the schema, and tells no secret', () => {
    const schema = {
      properties: {
        max_budget: { title: 'Maximum budget', 'x-aicp-unit': 'USD' },
        split: { title: 'Share of the variant', 'x-aicp-unit': 'percent' },
        api_key: { 'x-aicp-secret': true },
        detector: { title: 'Detector', 'x-aicp-reference': '/api/v1/detectors' },
      },
    };
    const object: ApiObject = { id: 'a', max_budget: 5, split: 10, api_key: 'x', detector: 'd' };
    const [group] = fieldList(
      object,
      [{ title: 'All', fields: ['max_budget', 'split', 'api_key', 'detector'] }],
      schema,
    );
    expect(group?.fields.map(({ title, shown }) => [title, shown])).toEqual([
      ['Maximum budget', { kind: 'money', value: 5 }],
      ['Share of the variant', { kind: 'number', value: 10, unit: '%' }],
      ['Detector', { kind: 'links', collection: '/api/v1/detectors', ids: ['d'] }],
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import {
  accessItems,
  budgetItems,
  failoverItems,
  healthItems,
  namesText,
  replicaItems,
  reviewItems,
  unreadyItems,
  type Health,
} from './attention-items.ts';

const refused = (id: string): ApiObject => ({
  ...{ id, ready: false },
  conditions: [
    {
      ...{ type: 'Accepted', status: 'False', reason: 'Invalid', message: 'no such model' },
      lastTransitionTime: '2026-11-25T10:00:00Z',
    },
  ],
});

const found = <T>(items: readonly T[], total = items.length) => ({ items, total });

describe('what needs attention', () => {
  it('is nothing where nothing was found', () => {
    expect(budgetItems(found([{ id: 'a', status: 'ok' }]))).toEqual([]);
    expect(accessItems(found([]))).toEqual([]);
    expect(reviewItems(found([]))).toEqual([]);
    expect(unreadyItems(RESOURCES.team, found([{ id: 'new', conditions: [] }]))).toEqual([]);
    expect(replicaItems({ config_version: '1', total: 3, behind: 0, services: [] })).toEqual([]);
  });

  it('names the object where it is the only one of its kind', () => {
    expect(unreadyItems(RESOURCES.routingPolicy, found([refused('eu')]))).toEqual([
      {
        ...{ id: 'routing_policy', kind: 'fault', text: 'Routing policy eu: not accepted' },
        ...{ detail: 'no such model', to: '/routing-policies/eu' },
      },
    ]);
  });

  it('counts several objects, and leads to the list of those', () => {
    const [item] = unreadyItems(RESOURCES.team, found([refused('a'), refused('b')]));
    expect(item).toMatchObject({ text: '2 teams are not ready', search: { ready: 'false' } });
    const [many] = unreadyItems(RESOURCES.team, found([refused('a')], 1200));
    expect(many?.text).toBe('1,200 teams are not ready');
  });

  it('has models that answer badly, each once, and rules that failed over', () => {
    const health = (model: string, status: string) => ({ model, status }) as Health;
    const some = [health('a', 'down'), health('a', 'degraded'), health('b', 'healthy')];
    expect(healthItems(found(some))).toMatchObject([
      { text: '1 model is not healthy', detail: 'a', to: '/sla-monitor' },
    ]);
    expect(healthItems(found([health('b', 'healthy'), health('c', 'unknown')]))).toEqual([]);
    const rule = (id: string, state: string) =>
      ({ id, observed: { state } }) as Parameters<typeof failoverItems>[0]['items'][number];
    expect(failoverItems(found([rule('x', 'failed_over'), rule('y', 'watching')]))).toMatchObject([
      { text: '1 failover rule has failed over', detail: 'x', to: '/failover-rules' },
    ]);
    expect(failoverItems(found([rule('y', 'probing')]))).toEqual([]);
  });

  it('has the budget that is furthest first, and five at most by name', () => {
    const budgets = [1, 2, 3, 4, 5, 6, 7].map((tenth) => ({
      ...{ id: `b${tenth}`, status: 'warning', utilization: tenth / 10 },
    }));
    const items = budgetItems(found(budgets));
    expect(items.map(({ to }) => to)).toEqual([
      ...['/budgets/b7', '/budgets/b6', '/budgets/b5', '/budgets/b4', '/budgets/b3', '/budgets'],
    ]);
    expect(items.at(-1)?.text).toBe('2 more budgets are near the limit');
  });

  it('names three and counts the others', () => {
    expect(namesText(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 more');
  });
});

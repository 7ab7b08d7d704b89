import { describe, expect, it } from 'vitest';
import { configMapResource } from '../resources/config-data.ts';
import { ApiError } from '../objects/status.ts';
import { newApi, storedMap, temporaryDirectories } from '../testing/new-api.ts';
import { listObjects } from './list-objects.ts';
import { ageOf, humanDuration, compileJsonPath } from '../resources/columns.ts';

const target = { type: configMapResource, namespace: '', name: '', subresource: '' };

function statusOf(call: () => unknown): Record<string, unknown> {
  try {
    call();
  } catch (error) {
    if (error instanceof ApiError) return error.toStatus();
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('pages', () => {
  const directory = temporaryDirectories();

  it('answer 410 once their list is too old, with a token that goes on in today’s list', () => {
    const api = newApi(directory(), { maxChanges: 5 });
    for (const name of ['a', 'b', 'c']) api.store.put('configmaps', storedMap(name));
    const first = listObjects(api, target, new URLSearchParams({ limit: '1' }));
    expect(first.objects.map(({ name }) => name)).toEqual(['a']);
    for (const name of ['d', 'e', 'f', 'g', 'h', 'i']) {
      api.store.put('configmaps', storedMap(name));
    }
    const next = new URLSearchParams({ limit: '2', continue: first.continue });
    const status = statusOf(() => listObjects(api, target, next));
    expect(status).toMatchObject({ code: 410, reason: 'Expired' });
    const { continue: token } = status['metadata'] as { continue: string };
    const rest = listObjects(api, target, new URLSearchParams({ limit: '3', continue: token }));
    expect(rest.objects.map(({ name }) => name)).toEqual(['b', 'c', 'd']);
    api.database.close();
  });

  it('answer 410 for an exact revision that is too old', () => {
    const api = newApi(directory(), { maxChanges: 1 });
    api.store.put('configmaps', storedMap('a'));
    api.store.put('configmaps', storedMap('b'));
    const exact = { resourceVersion: '2', resourceVersionMatch: 'Exact' };
    expect(statusOf(() => listObjects(api, target, new URLSearchParams(exact)))).toMatchObject({
      code: 410,
      message: 'The resourceVersion for the provided list is too old.',
    });
    api.database.close();
  });

  it('say nothing of what remains when a selector hides it', () => {
    const api = newApi(directory());
    for (const name of ['a', 'b']) api.store.put('configmaps', storedMap(name));
    const query = new URLSearchParams({ limit: '1', fieldSelector: 'metadata.name!=x' });
    const page = listObjects(api, target, query);
    expect(page.continue).not.toBe('');
    expect(page.remaining).toBeUndefined();
    api.database.close();
  });
});

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('ages', () => {
  it.each([
    [-5 * SECOND, '<invalid>'],
    [-SECOND, '0s'],
    [0, '0s'],
    [119 * SECOND, '119s'],
    [2 * MINUTE, '2m'],
    [8 * MINUTE + 15 * SECOND, '8m15s'],
    [10 * MINUTE + 15 * SECOND, '10m'],
    [179 * MINUTE, '179m'],
    [3 * HOUR, '3h'],
    [7 * HOUR + 30 * MINUTE, '7h30m'],
    [47 * HOUR, '47h'],
    [2 * DAY + 5 * HOUR, '2d5h'],
    [8 * DAY, '8d'],
    [729 * DAY, '729d'],
    [730 * DAY, '2y'],
    [800 * DAY, '2y70d'],
    [2920 * DAY, '8y'],
  ])('of %d ms read %s', (milliseconds, expected) => {
    expect(humanDuration(milliseconds)).toBe(expected);
  });

  it('are unknown without a time', () => {
    expect(ageOf(undefined, 0)).toBe('<unknown>');
  });
});

describe('a JSON path', () => {
  const object = {
    spec: { a: { b: 1 }, list: ['x', 'y'] },
    status: { conditions: [{ type: 'Ready', status: 'True' }, { type: 'Other' }] },
  };

  it.each([
    ['.spec.a.b', [1]],
    ['.spec.list[1]', ['y']],
    ['.spec.list[*]', ['x', 'y']],
    ['.status.conditions[?(@.type=="Ready")].status', ['True']],
    ['.status.conditions[?(@.type=="Missing")].status', []],
    ['.spec.nothing.at.all', []],
  ])('%s finds %j', (path, expected) => {
    expect(compileJsonPath(path)(object)).toEqual(expected);
  });

  it('that cannot be read is refused at once', () => {
    expect(() => compileJsonPath('.spec..a')).toThrow('cannot read the JSON path .spec..a');
  });
});

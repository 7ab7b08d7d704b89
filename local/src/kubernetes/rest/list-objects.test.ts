import { describe, expect, it } from 'vitest';
import { configMapResource } from '../resources/config-data.ts';
import { ApiError } from '../status.ts';
import { newApi, storedMap } from '../testing/new-api.ts';
import { temporaryDirectories } from '../testing/temporary-directory.ts';
import { listObjects } from './list-objects.ts';

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

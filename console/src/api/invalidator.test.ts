import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Change } from './changes.ts';
import { invalidator } from './invalidator.ts';
import { ApiProblem } from './problem.ts';
import { collectionKey, createQueryClient } from './query-client.ts';

const changed = (collection: string): Change => ({
  ...{ type: 'updated', resource_type: 'thing', id: 'one' },
  collection,
});
const teams = changed('/api/v1/teams');
const models = changed('/api/v1/models');

/** A console whose reads end when they are answered, and whose pauses end when they pass. */
function follower() {
  const reads: string[] = [];
  const pauses: { readonly work: () => void; readonly ms: number }[] = [];
  const ends: (() => void)[] = [];
  const follow = invalidator({
    client: {
      getQueryCache: () => createQueryClient().getQueryCache(),
      invalidateQueries: async (filters) => {
        reads.push((filters?.queryKey?.[1] as string | undefined) ?? 'all');
        await new Promise<void>((resolve) => ends.push(resolve));
      },
    },
    later: (work, ms) => pauses.push({ work, ms }),
  });
  return {
    ...follow,
    reads,
    /** Ends the pauses, and tells how long they were. */
    pass: (): number[] =>
      pauses.splice(0).map(({ work, ms }) => {
        work();
        return ms;
      }),
    answer: async (): Promise<void> => {
      for (const end of ends.splice(0)) end();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it('reads a collection once, however many changes of it come together', async () => {
  const { onChange, pass, answer, reads } = follower();
  for (let one = 0; one < 1_000; one += 1) {
    onChange(teams);
    onChange(models);
  }
  expect(reads).toEqual([]);
  expect(pass()).toEqual([300, 300]);
  await answer();
  pass();
  expect(reads).toEqual(['/api/v1/teams', '/api/v1/models']);
});

it('hears a slow read to its end before it reads again, and then does', async () => {
  const { onChange, pass, answer, reads } = follower();
  onChange(teams);
  pass();
  onChange(teams);
  onChange(models);
  expect(pass()).toEqual([300]);
  expect(reads).toEqual(['/api/v1/teams', '/api/v1/models']);
  await answer();
  pass();
  expect(reads).toEqual(['/api/v1/teams', '/api/v1/models', '/api/v1/teams']);
});

it('reads less often while changes go on, and at once again after they ended', async () => {
  const { onChange, pass, answer, reads } = follower();
  const pauses: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    onChange(teams);
    pauses.push(...pass());
    await answer();
  }
  expect(pauses).toEqual([300, 600, 1_200, 1_200, 1_200]);
  pass();
  expect(pass()).toEqual([]);
  onChange(teams);
  expect(pass()).toEqual([300]);
  expect(reads).toHaveLength(6);
});

it('reads everything where it is not known what changed', () => {
  const { onReset, reads } = follower();
  onReset();
  expect(reads).toEqual(['all']);
});

it.each([
  [429, 'too many requests', 2],
  [403, 'not allowed', 1],
])('reads again what answered %i (%s): %i reads', async (status, title, times) => {
  const client = createQueryClient();
  const pauses: (() => void)[] = [];
  const { onChange } = invalidator({ client, later: (work) => pauses.push(work) });
  let reads = 0;
  const answers = [() => 'old', () => Promise.reject(new ApiProblem(status, { title }))];
  const shown = new QueryObserver(client, {
    queryKey: [...collectionKey(teams.collection), 'list'],
    queryFn: () => (answers[reads++] ?? (() => 'new'))(),
  });
  const ended = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const leave = shown.subscribe(() => undefined);
  await ended();
  reads = 1;
  onChange(teams);
  for (let turn = 0; turn < 4; turn += 1) {
    for (const work of pauses.splice(0)) work();
    await ended();
  }
  expect(reads - 1).toBe(times);
  expect(pauses).toEqual([]);
  leave();
  client.clear();
});

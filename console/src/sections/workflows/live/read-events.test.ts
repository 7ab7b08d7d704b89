import { expect, it } from 'vitest';
import { readEvents, withEvent, type ExecutionEvent } from './read-events.ts';

async function eventsIn(...pieces: readonly string[]): Promise<readonly ExecutionEvent[]> {
  const events: ExecutionEvent[] = [];
  const body = new Blob([...pieces]).stream();
  await readEvents(body, (event) => events.push(event));
  return events;
}

const step = { id: 'plan', path: 'plan', status: 'running' };
const execution = {
  ...{ id: 'e-1', template: 'research', status: 'running' },
  created_at: '2026-02-01T10:00:00Z',
};

it('reads steps and the execution, and passes over signs of life', async () => {
  const events = await eventsIn(
    ': alive\n\n',
    `id: 1\nevent: step\ndata: ${JSON.stringify(step)}\n\n`,
    `id: 1\nevent: execution\ndata: ${JSON.stringify(execution)}\n\n`,
  );
  expect(events).toEqual([
    { kind: 'step', step },
    { kind: 'execution', execution },
  ]);
});

it('passes over what it cannot read', async () => {
  const events = await eventsIn(
    'event: step\ndata: {"id"\n\n',
    'event: step\ndata: null\n\n',
    'event: step\ndata: {"id":1,"status":"running"}\n\n',
    'event: other\ndata: {"id":"plan","status":"running"}\n\n',
  );
  expect(events).toEqual([]);
});

it('puts a step in place of how it was, and others at the end', () => {
  const item = { id: 'sum', path: 'each[0].sum', status: 'running' };
  const now = { ...execution, steps: [step, item] };
  const done = { ...item, status: 'completed' };
  expect(withEvent(now, { kind: 'step', step: done }).steps).toEqual([step, done]);
  const next = { ...item, path: 'each[1].sum' };
  expect(withEvent(now, { kind: 'step', step: next }).steps).toEqual([step, item, next]);
  expect(withEvent(execution, { kind: 'step', step }).steps).toEqual([step]);
});

it('keeps the steps where the execution changes', () => {
  const ended = { ...execution, status: 'completed' };
  const now = { ...execution, steps: [step] };
  expect(withEvent(now, { kind: 'execution', execution: ended })).toEqual({
    ...ended,
    steps: [step],
  });
});

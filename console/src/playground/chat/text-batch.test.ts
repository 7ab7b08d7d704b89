import { expect, it } from 'vitest';
import { TextBatch } from './text-batch.ts';

function batch() {
  const told: string[] = [];
  const waiting = new Map<number, () => void>();
  const frames = {
    requestAnimationFrame: (run: () => void) => {
      waiting.set(waiting.size + 1, run);
      return waiting.size;
    },
    cancelAnimationFrame: (id: number) => void waiting.delete(id),
  };
  return { texts: new TextBatch(frames, (text) => told.push(text)), told, waiting };
}

it('hands on what came since the last picture at once', () => {
  const { texts, told, waiting } = batch();
  for (const piece of ['a', 'b', 'c']) texts.add(piece);
  expect([told, waiting.size]).toEqual([[], 1]);
  for (const run of waiting.values()) run();
  expect(told).toEqual(['abc']);
  texts.add('d');
  expect(waiting.size).toBe(1);
});

it('hands on what is left at the end, though no picture is drawn', () => {
  const { texts, told, waiting } = batch();
  texts.add('a');
  texts.flush();
  texts.flush();
  expect([told, waiting.size]).toEqual([['a'], 0]);
});

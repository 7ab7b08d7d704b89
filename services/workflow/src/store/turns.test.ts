import { describe, expect, it } from 'vitest';
import { Turns } from './turns.ts';

describe('turns of an execution', () => {
  it('are taken in order, so many at a time, and hold up no other execution', async () => {
    const turns = new Turns(2);
    const began: string[] = [];
    const ends = new Map<string, () => void>();
    const does = (id: string) => async (): Promise<void> => {
      began.push(id);
      await new Promise<void>((resolve) => ends.set(id, resolve));
    };
    const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map((id) => turns.take(id.slice(0, 1), does(id)));
    expect(began).toEqual(['a1', 'a2', 'b1']);
    ends.get('a2')?.();
    await all[1];
    await expect.poll(() => began).toEqual(['a1', 'a2', 'b1', 'a3']);
    ends.get('a1')?.();
    await expect.poll(() => began).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
    for (const end of ends.values()) end();
    await Promise.all(all);
  });

  it('are given up by who is not wanted any more, and handed on after a failure', async () => {
    const turns = new Turns(1);
    const gate = Promise.withResolvers<string>();
    const first = turns.take('a', () => gate.promise);
    const gone = new AbortController();
    const second = turns.take('a', () => Promise.resolve('second'), gone.signal);
    const third = turns.take('a', () => Promise.resolve('third'));
    gone.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    gate.reject(new Error('broken'));
    await expect(first).rejects.toThrow('broken');
    expect(await third).toBe('third');
  });
});

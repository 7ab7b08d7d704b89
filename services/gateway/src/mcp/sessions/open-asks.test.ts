import { describe, expect, it } from 'vitest';
import { OpenAsks } from './open-asks.ts';

const whom = { principal: 'ann', session: 's' };
const sent = (): Promise<void> => Promise.resolve();

/** Asks, and waits until the question is on its way. */
async function asked(asks: OpenAsks, signal: AbortSignal, who = whom) {
  const going = Promise.withResolvers<string>();
  const answer = asks.ask(who, signal, (id) => {
    going.resolve(id);
    return Promise.resolve();
  });
  answer.catch(() => undefined);
  return { answer, id: await Promise.race([going.promise, answer.then(String)]) };
}

describe('a question to a client', () => {
  it('is answered once, with what the client says', async () => {
    const asks = new OpenAsks();
    const { answer, id } = await asked(asks, new AbortController().signal);
    asks.settle({ ...whom, principal: 'bob' }, { id, result: { by: 'bob' } });
    asks.settle({ ...whom, session: 'another' }, { id, result: { by: 'another' } });
    asks.settle(whom, { id, result: { by: 'ann' } });
    asks.settle(whom, { id, result: { by: 'late' } });
    expect(await answer).toEqual({ by: 'ann' });
    expect(asks.size).toBe(0);
  });

  it("fails with the client's error, or with the end of its call, and is gone then", async () => {
    const asks = new OpenAsks();
    const refused = await asked(asks, new AbortController().signal);
    asks.settle(whom, { id: refused.id, error: { code: -1, message: 'I do not want to.' } });
    await expect(refused.answer).rejects.toThrow('I do not want to.');
    const ending = new AbortController();
    const { answer } = await asked(asks, ending.signal);
    ending.abort(new Error('over'));
    await expect(answer).rejects.toThrow('over');
    await expect(asks.ask(whom, ending.signal, sent)).rejects.toThrow('over');
    const unsent = asks.ask(whom, new AbortController().signal, () =>
      Promise.reject(new Error('gone')),
    );
    await expect(unsent).rejects.toThrow('gone');
    expect(asks.size).toBe(0);
  });

  it('waits beside no more than 63 others of its principal, and 999 of all', async () => {
    const asks = new OpenAsks();
    const { signal } = new AbortController();
    for (let one = 0; one < 64; one += 1) await asked(asks, signal);
    await expect(asks.ask(whom, signal, sent)).rejects.toThrow('Too many questions');
    for (let one = 0; one < 1_000 - 64; one += 1) {
      await asked(asks, signal, { principal: `p${one % 50}`, session: 's' });
    }
    const last = { principal: 'last', session: 's' };
    await expect(asks.ask(last, signal, sent)).rejects.toThrow('Too many questions');
  });
});

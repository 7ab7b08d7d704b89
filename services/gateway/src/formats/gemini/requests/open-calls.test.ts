import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readGeminiRequest } from './read-gemini-request.ts';
import { OpenCalls } from './open-calls.ts';

it('the first call that has no result is as a list of them has it', () => {
  const id = fc.constantFrom('a', 'b', 'c');
  const step = fc.record({ id, isResult: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const calls = new OpenCalls();
      let list: string[] = [];
      for (const one of steps) {
        if (one.isResult) calls.answered(one.id);
        else calls.called(one.id);
        list = one.isResult ? list.filter((other) => other !== one.id) : [...list, one.id];
        expect(calls.first).toBe(list[0]);
      }
    }),
  );
});

it('a request with ever so many calls and results keeps nobody waiting', () => {
  const count = 20_000;
  const parts = (part: object): object[] => Array.from({ length: count }, () => part);
  const contents = [
    { role: 'model', parts: parts({ functionCall: { name: 'f', args: {} } }) },
    { role: 'user', parts: parts({ functionResponse: { name: 'f', response: {} } }) },
  ];
  const body = Buffer.from(JSON.stringify({ contents }));
  const begin = process.cpuUsage();
  const { turns } = readGeminiRequest(body, { model: 'm', stream: false });
  const { user, system } = process.cpuUsage(begin);
  expect(turns[1]?.parts.at(-1)).toMatchObject({ callId: `call_${count - 1}_f` });
  expect((user + system) / 1000).toBeLessThan(1500);
});

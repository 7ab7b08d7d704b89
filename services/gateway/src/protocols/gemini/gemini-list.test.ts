import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GeminiList } from './gemini-list.ts';

it('is a JSON list of what the events said, however they are cut', () => {
  const someEvent = fc.record({ text: fc.string(), n: fc.integer() });
  fc.assert(
    fc.property(
      fc.array(someEvent, { maxLength: 5 }),
      fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 8 }),
      fc.constantFrom('\n', '\r\n'),
      (events, sizes, line) => {
        const stream = Buffer.from(
          events.map((one) => `: ping${line}data: ${JSON.stringify(one)}${line}${line}`).join(''),
        );
        const list = new GeminiList();
        const out: Buffer[] = [];
        let at = 0;
        for (const size of [...sizes, stream.length]) {
          out.push(list.events(stream.subarray(at, at + size)));
          at += size;
        }
        out.push(list.end());
        expect(JSON.parse(Buffer.concat(out).toString())).toEqual(events);
      },
    ),
  );
});

it('is whole with each event: what came can be read before the next comes', () => {
  const list = new GeminiList();
  expect(String(list.events(Buffer.from('data: {"a":1}\n\n')))).toBe('[{"a":1}');
  expect(String(list.events(Buffer.from('data: {"a":2}\n\n')))).toBe('\n,\r\n{"a":2}');
  expect(String(list.end())).toBe('\n]');
});

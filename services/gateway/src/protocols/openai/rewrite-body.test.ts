import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isProblem, scanChat } from './chat-scan.ts';
import { rewriteBody } from './rewrite-body.ts';

function rewrite(text: string, model: string | undefined, addUsage: boolean): string {
  const body = Buffer.from(text);
  const scan = scanChat(body);
  if (isProblem(scan)) throw new Error('the body is refused');
  return rewriteBody({ body, spans: scan.spans, model, addUsage }).toString();
}

describe('rewriteBody', () => {
  it('gives back the very same buffer where nothing changes', () => {
    const body = Buffer.from('{"messages":[]}');
    expect(rewriteBody({ body, spans: {}, model: undefined, addUsage: false })).toBe(body);
  });

  it('changes the model and no other byte', () => {
    const text = '{ "é":1.0, "model" : "a" ,"messages":[ ], "x":{"model":"a"} }';
    expect(rewrite(text, 'b"c', false)).toBe(text.replace('"a" ,', '"b\\"c" ,'));
  });

  it('adds the model where there is none, or null', () => {
    expect(rewrite('{"messages":[]}', 'm', false)).toBe('{"model":"m","messages":[]}');
    expect(rewrite('{"model":null,"messages":[]}', 'm', false)).toBe('{"model":"m","messages":[]}');
  });

  it.each([
    ['{"messages":[]}', '{"stream_options":{"include_usage":true},"messages":[]}'],
    ['{"stream_options":null,"a":1}', '{"stream_options":{"include_usage":true},"a":1}'],
    ['{"stream_options":{"x":1},"a":1}', '{"stream_options":{"x":1,"include_usage":true},"a":1}'],
    ['{"stream_options":{"include_usage":false}}', '{"stream_options":{"include_usage":true}}'],
  ])('asks for usage in %s', (text, expected) => {
    expect(rewrite(text, undefined, true)).toBe(expected);
  });

  it('leaves all but what it was asked for as it was, wherever members stand', () => {
    const name = fc.constantFrom('model', 'stream_options', 'messages', 'temperature', 'x');
    const entries = fc.uniqueArray(fc.tuple(name, fc.jsonValue()), {
      minLength: 1,
      selector: ([key]) => key,
    });
    fc.assert(
      fc.property(entries, (pairs) => {
        const fixed = pairs.map(([key, value]) => [key, key === 'stream_options' ? {} : value]);
        const text = JSON.stringify(Object.fromEntries(fixed));
        const before = JSON.parse(text) as object;
        const after = JSON.parse(rewrite(text, 'm', true)) as object;
        expect(after).toEqual({ ...before, model: 'm', stream_options: { include_usage: true } });
      }),
    );
  });
});

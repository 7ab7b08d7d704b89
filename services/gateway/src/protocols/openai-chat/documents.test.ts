import { expect, it, describe } from 'vitest';
import { JsonDocument } from './json-document.ts';
import fc from 'fast-check';
import { endOfValue } from './json-bytes.ts';
import { IMPOSSIBLE, readUsage, toBuckets } from './usage-object.ts';
import { NO_SECRETS, SecretGuard } from '../../providers/upstream/secret-guard.ts';
import { errorBody, eventOf, toOpenAiError } from './error-body.ts';

describe('json document', () => {
  function isWhole(bytes: Buffer, places: readonly number[]): boolean {
    const document = new JsonDocument();
    const at = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length];
    at.sort((a, b) => a - b);
    for (const [index, end] of at.slice(1).entries()) document.push(bytes.subarray(at[index], end));
    return document.isWhole;
  }

  function isObject(text: string): boolean {
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    } catch {
      return false;
    }
  }

  const PIECES = '[ ] { } , : " \\ u 0 1 E e . + - / t r f a l s n'
    .split(' ')
    .concat(' ', '\n', '\t');
  const places = fc.array(fc.nat(), { maxLength: 8 });
  const object = fc.json().map((inner) => `{"a": ${inner}}`);
  const nearly = fc.oneof(
    object,
    fc.json(),
    fc
      .tuple(object, fc.nat(), fc.constantFrom(...PIECES, '\u0001', 'é'))
      .map(
        ([text, at, put]) => text.slice(0, at % text.length) + put + text.slice(at % text.length),
      ),
    fc.tuple(object, fc.nat()).map(([text, at]) => text.slice(0, at % text.length)),
    fc
      .tuple(object, fc.nat())
      .map(([text, at]) => text.slice(0, at % text.length) + text.slice((at % text.length) + 1)),
  );

  it('takes the objects that JSON.parse takes, and nothing else, however they are cut', () => {
    fc.assert(
      fc.property(nearly, places, (text, cuts) => {
        expect(isWhole(Buffer.from(text), cuts)).toBe(isObject(text));
      }),
      { numRuns: 5000 },
    );
  });

  it.each(
    '-0 0.0 01 1. .5 -.5 1e 1E+05 1e+ -1.5e-10 - + tru nulls {} {,} [,] [1,] [1}] {"a":1,} {"a"} "\\x" "\\u12g4" "\\u12F4" "\\'.split(
      ' ',
    ),
  )('judges %s as JSON.parse does', (text) => {
    const whole = `{"a":${text}}`;
    expect(isWhole(Buffer.from(whole), [])).toBe(isObject(whole));
  });

  it('says at once that 20 MB of opened lists are no answer', () => {
    const document = new JsonDocument();
    expect(document.push(Buffer.from('{"a":'))).toBe(true);
    expect(document.push(Buffer.alloc(65_536, '['))).toBe(false);
  });
});

describe('usage object', () => {
  const sum = (buckets: Record<string, number>) =>
    Object.values(buckets).reduce((total, count) => total + count, 0);

  describe('toBuckets', () => {
    it('takes what came from the cache out of the prompt, and reasoning out of the completion', () => {
      const usage = {
        prompt_tokens: 100,
        completion_tokens: 80,
        total_tokens: 180,
        prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 10 },
        completion_tokens_details: { reasoning_tokens: 50 },
      };
      expect(toBuckets(usage)).toEqual({
        input: 30,
        cached_input: 60,
        cache_write: 10,
        output: 30,
        reasoning: 50,
      });
    });

    it('counts reasoning that only the total includes', () => {
      const usage = {
        prompt_tokens: 10,
        completion_tokens: 9,
        total_tokens: 319,
        completion_tokens_details: { reasoning_tokens: 300 },
      };
      expect(toBuckets(usage)).toMatchObject({ input: 10, output: 9, reasoning: 300 });
    });

    it('never overlaps, and adds up to the provider’s total, whatever the details say', () => {
      const count = fc.nat(1_000_000);
      const detail = fc.option(fc.oneof(count, fc.constant('7'), fc.constant(-1)));
      fc.assert(
        fc.property(
          count,
          count,
          count,
          detail,
          detail,
          detail,
          (prompt, completion, beyond, ...d) => {
            const total = prompt + completion + beyond;
            const buckets = toBuckets({
              prompt_tokens: prompt,
              completion_tokens: completion,
              total_tokens: total,
              prompt_tokens_details: { cached_tokens: d[0], cache_write_tokens: d[1] },
              completion_tokens_details: { reasoning_tokens: d[2] },
            });
            expect(sum({ ...buckets })).toBe(total);
            expect(Math.min(...Object.values({ ...buckets }))).toBeGreaterThanOrEqual(0);
          },
        ),
      );
    });

    it.each([null, 7, {}, { total_tokens: 9 }])('makes nothing of %j', (usage) => {
      expect(toBuckets(usage)).toBeUndefined();
    });

    it.each([
      { prompt_tokens: 'ten' },
      { completion_tokens: 1.5 },
      { prompt_tokens: Infinity, completion_tokens: 7, total_tokens: 12 },
      { prompt_tokens: 5, completion_tokens: 7, total_tokens: -1 },
      { completion_tokens: 7, total_tokens: 3 },
      { completion_tokens: 7 },
    ])('takes nothing from counts that cannot be: %j', (usage) => {
      expect(toBuckets(usage)).toBe(IMPOSSIBLE);
    });

    it('reads the prompt from the total where only that says it', () => {
      const usage = { completion_tokens: 7, total_tokens: 12 };
      expect(toBuckets(usage)).toMatchObject({ input: 5, output: 7, reasoning: 0 });
    });
  });

  describe('readUsage', () => {
    const read = (text: string) => readUsage(Buffer.from(text));

    it('reads the last usage that is an object', () => {
      const text =
        '{"usage":{"prompt_tokens":1,"completion_tokens":2},"x_groq":{"usage" : { "prompt_tokens" : 3 }},"usage":null}';
      expect(read(text)).toMatchObject({ input: 3, output: 0 });
    });

    it('is not taken in by a text that speaks of usage', () => {
      const content = 'say "usage":{"prompt_tokens":999} and \\"usage\\"';
      const text = JSON.stringify({ usage: { prompt_tokens: 5 }, choices: [{ content }] });
      expect(read(text)).toMatchObject({ input: 5 });
    });

    const NAMES = [
      ...['prompt_tokens', 'completion_tokens', 'total_tokens', 'cached_tokens', 'x', 'é', '"'],
      ...['prompt_tokens_details', 'completion_tokens_details', 'reasoning_tokens'],
      ...['cache_write_tokens', 'cache_creation_tokens', '__proto__', 'prompt\\u005ftokens'],
    ];
    const VALUES = ['0', '7', '40', '00', '123456789012345', '9007199254740992', '1e2', '2.0', '-1']
      .concat(['null', 'nul', 'true', '"7"', '[1]', '{}', '1}', '{"a":{"b":1}}', '7"', ''])
      .map((text) => fc.constant(text));
    const SPACE = fc.constantFrom('', '', '', ' ', '\n\t', '\u00a0');
    const objectOf = (value: fc.Arbitrary<string>) =>
      fc
        .array(fc.tuple(SPACE, fc.constantFrom(...NAMES), value), { maxLength: 7 })
        .map((members) => members.map(([space, name, one]) => `${space}"${name}":${one}${space}`))
        .map((members) => `{${members.join(',')}}`);
    const usual = fc.oneof(fc.nat(99).map(String), fc.constant('null'));
    const value = fc.oneof(
      { weight: 8, arbitrary: usual },
      { weight: 1, arbitrary: fc.oneof(...VALUES) },
    );
    const usage = objectOf(fc.oneof(value, objectOf(value)));

    const START = '{"usage":'.length;

    function parsed(whole: Buffer): unknown {
      try {
        return toBuckets(JSON.parse(whole.toString('utf8', START, endOfValue(whole, START))));
      } catch {
        return undefined;
      }
    }

    it('reads what JSON.parse and toBuckets make of it, however it is written', () => {
      fc.assert(
        fc.property(usage, fc.nat(600), (text, after) => {
          const whole = Buffer.from(`{"usage":${text},"after":"${'x'.repeat(after)}"}`);
          expect(readUsage(whole)).toEqual(parsed(whole));
        }),
        { numRuns: 3000 },
      );
    });

    it('reads none that is larger than any usage', () => {
      const spaces = ' '.repeat(20_000);
      expect(read(`{"usage":{"prompt_tokens":${spaces}1}}`)).toBeUndefined();
      expect(read(`{"usage":{"prompt_tokens":1}${spaces}}`)).toMatchObject({ input: 1 });
    });

    it.each(['', '{}', '{"usage":null}', '{"usage":{"prompt_tok', '"usage"'])(
      'finds none in %s',
      (text) => {
        expect(read(text)).toBeUndefined();
      },
    );
  });
});

describe('error body', () => {
  const parse = (bytes: Buffer) => (JSON.parse(bytes.toString()) as { error: object }).error;
  const from = (body: unknown, ...secrets: string[]) =>
    toOpenAiError(
      Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
      400,
      new SecretGuard(secrets, 4),
    );

  it('an error has all four keys and no other', () => {
    const error = { message: 'm', type: 't', param: null, code: 'c', more: 1 };
    expect(parse(errorBody(error))).toEqual({ message: 'm', type: 't', param: null, code: 'c' });
    expect(eventOf(errorBody(error))).toBe(`data: ${errorBody(error).toString()}\n\n`);
  });

  describe('toOpenAiError', () => {
    it('leaves a complete one byte for byte', () => {
      const text = '{ "error" : {"message":"m","type":"t","param":null,"code":null,"inner":{}} }';
      expect(from(text).toString()).toBe(text);
    });

    it.each([
      [{ error: { message: 'm' } }, { message: 'm', type: 'invalid_request_error', code: null }],
      [{ error: { message: 'm', type: 't', code: 400 } }, { message: 'm', type: 't', code: '400' }],
      [
        { object: 'error', message: 'm', type: 'BadRequest' },
        { message: 'm', type: 'BadRequest' },
      ],
      [{ detail: 'd' }, { message: 'd' }],
      [{ error: 'e' }, { message: 'e' }],
      ['<html>bad</html>', { message: '<html>bad</html>' }],
      ['', { message: 'The provider answered 400.' }],
      [[], { message: '[]' }],
    ])('makes one of %j', (body, expected) => {
      expect(parse(from(body))).toMatchObject({ param: null, ...expected });
    });

    it('names the provider where an error that is not the request’s has no type', () => {
      const error = Buffer.from('{"error":{"message":"m"}}');
      expect(parse(toOpenAiError(error, 502, NO_SECRETS))).toMatchObject({
        type: 'upstream_error',
      });
    });

    it('never shows a secret that is written with escapes', () => {
      const text = '{"error":{"message":"sk\\u002d1\\/2","type":"t","param":null,"code":null}}';
      expect(parse(from(text, 'sk-1/2'))).toMatchObject({ message: '[redacted]', type: 't' });
    });

    it('never shows a secret that is written with escapes in what is no JSON', () => {
      const text = 'upstream said: {"key":"sk\\u002d1\\/2"} trailing';
      expect(parse(from(text, 'sk-1/2'))).toMatchObject({
        message: 'upstream said: {"key":"[redacted]"} trailing',
      });
    });

    it('never shows a secret, in whatever shape it comes', () => {
      const whole = { error: { message: 'key sk-1 is bad', type: 't', param: 'sk-1', code: null } };
      for (const body of [whole, { detail: 'sk-1' }, 'oh sk-1 sk-1']) {
        const text = from(body, 'sk-1').toString();
        expect(text).not.toContain('sk-1');
        expect(text).toContain('[redacted]');
      }
      const quoted = from({ detail: 'x-token is a"b\\c' }, 'a"b\\c');
      expect(parse(quoted)).toMatchObject({ message: 'x-token is [redacted]' });
    });
  });
});

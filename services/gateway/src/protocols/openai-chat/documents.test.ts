import { expect, it, describe } from 'vitest';
import { JsonDocument } from '../passing/json-document.ts';
import fc from 'fast-check';
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

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { documentation, documented } from './documented.ts';
import { isKnown, versionIn, withEntityTag } from './entity-tag.ts';
import { keyIn } from './idempotency-key.ts';
import { defineRoute, type Answer, type Route } from './route.ts';
import { withPatches } from './with-patches.ts';

describe('entity tag', () => {
  const route = defineRoute({
    method: 'get',
    path: '/things',
    operationId: 'listThings',
    tag: 'Test',
    summary: 'A route',
    permission: 'authenticated',
    answers: { 200: { description: 'It.' } },
    handler: () => Promise.resolve({ status: 200 }),
  });

  const tagOf = (answer: Partial<Answer>, of = route): string | undefined =>
    withEntityTag(of, { status: 200, ...answer }).headers?.['ETag'] as string | undefined;

  describe('the tag of an answer', () => {
    const headers = { ETag: '"1042"' };

    it('holds the version of an object, which If-Match finds in it', () => {
      const tag = tagOf({ body: { id: 'a' }, headers });
      expect(tag).toMatch(/^"1042\.[\w-]+"$/);
      expect(versionIn(tag!.slice(1, -1))).toBe('1042');
      expect(versionIn('1042')).toBe('1042');
    });

    it('is another one where the answer is, though the object is the same', () => {
      const of = (team_count: number) => tagOf({ body: { id: 'a', team_count }, headers });
      expect(of(1)).toBe(of(1));
      expect(of(1)).not.toBe(of(2));
    });

    it('is weak where there is no version, and covers what headers say of a page', () => {
      const of = (count: string, link = '') =>
        tagOf({ body: [], headers: { 'X-Total-Count': count, ...(link && { Link: link }) } });
      expect(of('1')).toMatch(/^W\/"[\w-]+"$/);
      expect(new Set([of('1'), of('2'), of('1', '</next>; rel="next"')]).size).toBe(3);
    });

    it('is made of bytes that a route keeps as of their text, which stay the same bytes', () => {
      const bytes = Buffer.from('{"a":1}');
      const own = { 'Content-Type': 'application/json; charset=utf-8' };
      const first = withEntityTag(route, { status: 200, body: bytes, headers: own });
      expect(first.body).toBe(bytes);
      expect(first.headers?.['ETag']).toBe(tagOf({ body: bytes, headers: own }));
      expect(first.headers?.['ETag']).not.toBe(tagOf({ body: Buffer.from('{}'), headers: own }));
      expect(tagOf({ body: bytes })).toBeUndefined();
    });

    it('is for JSON that was asked for, and had: for no text, stream, error or write', () => {
      const stream = (async function* () {
        yield await Promise.resolve('a');
      })();
      expect(tagOf({ body: 'text' })).toBeUndefined();
      expect(tagOf({ stream })).toBeUndefined();
      expect(tagOf({ status: 503, body: {} })).toBeUndefined();
      expect(tagOf({ body: { id: 'a' }, headers }, { ...route, method: 'put' })).toBe('"1042"');
    });

    it('keeps answers out of caches that several share, but for those to everybody', () => {
      const cacheControl = (permission: 'authenticated' | 'public', own = {}) =>
        withEntityTag({ ...route, permission }, { status: 200, body: {}, headers: own }).headers?.[
          'Cache-Control'
        ];
      expect(cacheControl('authenticated')).toBe('private, no-cache');
      expect(cacheControl('public')).toBe('no-cache');
      expect(cacheControl('public', { 'Cache-Control': 'no-store' })).toBe('no-store');
    });
  });

  describe('a client has an answer', () => {
    it.each([
      ['"1.a"', '"1.a"', true],
      ['"1.a"', 'W/"1.a"', true],
      ['W/"a"', '"a"', true],
      ['W/"a"', '"b", W/"a" , "c"', true],
      ['"1.a"', '*', true],
      ['"1.a"', '"1"', false],
      ['"1.a"', '1.a', false],
      ['"1.a"', '', false],
      ['"1.a"', undefined, false],
      [undefined, '*', false],
    ])('with the tag %s, by If-None-Match: %s: %s', (tag, ifNoneMatch, expected) => {
      expect(isKnown(tag, ifNoneMatch)).toBe(expected);
    });
  });
});

describe('key in', () => {
  const sent = (key: string | undefined) => keyIn({ get: () => key } as never);

  describe('an Idempotency-Key', () => {
    it.each([
      'a',
      '5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10',
      '"two words"',
      'x'.repeat(255),
      undefined,
    ])('is taken: %j', (key) => {
      expect(sent(key)).toBe(key);
    });

    it.each(['', 'x'.repeat(256), 'ключ', 'é', 'a\tb', 'a\u007f'])('is refused: %j', (key) => {
      expect(() => sent(key)).toThrow(
        expect.objectContaining({
          status: 422,
          message: expect.stringContaining('printable ASCII') as string,
        }) as Error,
      );
    });
  });
});

describe('with patches', () => {
  const put = (body: z.ZodType): Route =>
    defineRoute({
      method: 'put',
      path: '/things/{id}',
      operationId: 'updateThing',
      tag: 'Test',
      summary: 'Change a thing',
      permission: 'teams:write',
      body,
      answers: { 200: { description: 'It.', isObject: true } },
      errors: [409],
      handler: () => Promise.resolve({ status: 200 }),
    });

  const patchOf = (body: z.ZodType): Route => {
    const [, patch] = withPatches([put(body)]);
    return patch!;
  };

  describe('beside a PUT', () => {
    it('stands a PATCH that is the same but for its name, and nothing stands beside another route', () => {
      const body = z.object({});
      const route = put(body);
      const get = { ...route, method: 'get' as const };
      const [own, patch, other] = withPatches([route, get]);
      expect([own, other]).toEqual([route, get]);
      const { description: _, ...rest } = patch!;
      expect(rest).toEqual({
        ...route,
        method: 'patch',
        operationId: 'patchThing',
        summary: 'Change a thing by a merge patch',
      });
    });

    it('it is documented that null may stand at every depth, but in lists, and that nothing is required', () => {
      const text = { type: 'string' };
      const document = {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: {
          name: text,
          metadata: { type: 'object', additionalProperties: text },
          external: { type: 'object', required: ['url'], properties: { url: text } },
          kind: { type: ['string', 'null'], enum: ['a', null] },
          steps: { type: 'array', items: { type: 'object', required: ['do'] } },
          threshold: { oneOf: [{ type: 'number' }, { type: 'object', required: ['a'] }] },
        },
      };
      const { body } = patchOf(documented(document, 'ThingUpdate'));
      const maybe = { type: ['string', 'null'] };
      expect(documentation.parse(z.globalRegistry.get(body!))).toEqual({
        id: 'ThingPatch',
        document: {
          type: 'object',
          additionalProperties: false,
          properties: {
            name: maybe,
            metadata: { type: ['object', 'null'], additionalProperties: maybe },
            external: { type: ['object', 'null'], properties: { url: maybe } },
            kind: { type: ['string', 'null'], enum: ['a', null] },
            steps: { type: ['array', 'null'], items: { type: 'object', required: ['do'] } },
            threshold: { oneOf: [{ type: 'number' }, { type: 'object' }, { type: 'null' }] },
          },
        },
      });
    });

    it('it is documented as the PUT is where that says the same', () => {
      const body = documented({ type: 'object', properties: {} }, 'ThingUpdate');
      expect(patchOf(body).body).toBe(body);
    });
  });
});

import { describe, expect, it } from 'vitest';
import { isKnown, versionIn, withEntityTag } from './entity-tag.ts';
import { defineRoute, type Answer } from './route.ts';

const route = defineRoute({
  ...{ method: 'get', path: '/things', operationId: 'listThings', tag: 'Test' },
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

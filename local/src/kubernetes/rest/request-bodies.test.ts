import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeProtobuf, ProtobufError } from './decode-protobuf.ts';
import { ApiError } from '../objects/status.ts';
import { jsonPatch } from '../write/json-patch.ts';
import { duplicateKeys } from '../schema/duplicate-keys.ts';

/** A field with a length: its number, then bytes or texts. */
function field(number: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const length: number[] = [];
  let rest = content.length;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) length.push((rest % 128) | 0x80);
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length, rest]), content]);
}

const envelope = (kind: string, ...raw: Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from('k8s\0'),
    field(1, field(1, 'v1'), field(2, kind)),
    field(2, Buffer.concat(raw)),
  ]);

describe('the protobuf decoder', () => {
  it('reads a Secret with maps, lists, long texts and flags', async () => {
    const long = 'x'.repeat(300);
    const metadata = field(
      1,
      field(1, 'name'),
      field(11, field(1, 'a'), field(2, 'b')),
      field(11, field(1, 'c'), field(2, '')),
      field(14, 'x.dev/one'),
      field(14, 'x.dev/two'),
    );
    const body = envelope(
      'Secret',
      metadata,
      field(2, field(1, 'key'), field(2, Buffer.from([0xff, 0x00]))),
      field(3, long),
      Buffer.from([5 << 3, 1]),
    );
    expect(await decodeProtobuf(body)).toEqual({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name: 'name',
        labels: { a: 'b', c: '' },
        finalizers: ['x.dev/one', 'x.dev/two'],
      },
      data: { key: '/wA=' },
      type: long,
      immutable: true,
    });
  });

  it('leaves out empty texts and keeps what is false', async () => {
    const body = envelope(
      'ConfigMap',
      field(1, field(1, 'name'), field(2, '')),
      Buffer.from([4 << 3, 0]),
    );
    expect(await decodeProtobuf(body)).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'name' },
      immutable: false,
    });
  });

  it('says what a kind is even where it cannot read more', async () => {
    expect(await decodeProtobuf(envelope('Unheard', field(1, 'anything')))).toEqual({
      apiVersion: 'v1',
      kind: 'Unheard',
    });
  });

  it('refuses what has no magic number, or is cut off', async () => {
    const body = envelope('ConfigMap', field(1, field(1, 'name')));
    await expect(decodeProtobuf(body.subarray(1))).rejects.toThrow(ProtobufError);
    await expect(decodeProtobuf(body.subarray(0, body.length - 1))).rejects.toThrow(ProtobufError);
  });

  it('reads any bytes, or refuses them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (bytes) => {
        try {
          await decodeProtobuf(Buffer.concat([Buffer.from('k8s\0'), bytes]));
        } catch (error) {
          expect(error).toBeInstanceOf(ProtobufError);
        }
      }),
    );
  });
});

const object = { metadata: { name: 'a', labels: { x: '1' } }, spec: { list: [1, 2, 3] } };

describe('a JSON patch', () => {
  it.each([
    ['a sign', [{ op: 'replace', path: '/spec/list/-1', value: 0 }]],
    ['an exponent', [{ op: 'remove', path: '/spec/list/1e0' }]],
    ['a leading zero', [{ op: 'test', path: '/spec/list/01', value: 2 }]],
    ['a word as the place in a list', [{ op: 'replace', path: '/spec/list/x', value: 0 }]],
    ['a place after the end of a list', [{ op: 'copy', from: '/spec', path: '/spec/list/9' }]],
    ['what every list of JavaScript has', [{ op: 'move', from: '/spec/list/length', path: '/n' }]],
    ['what every text has', [{ op: 'copy', from: '/metadata/name/length', path: '/n' }]],
    ['what every object has', [{ op: 'replace', path: '/metadata/labels/toString', value: '' }]],
    ['a member of what is not there', [{ op: 'add', path: '/spec/constructor/x', value: 1 }]],
    ['a member of a text', [{ op: 'add', path: '/metadata/name/x', value: 1 }]],
    ['no path', [{ op: 'replace', value: {} }]],
    ['a path without its slash', [{ op: 'add', path: 'spec', value: {} }]],
    ['no source', [{ op: 'copy', path: '/spec/copy' }]],
    ['no value', [{ op: 'add', path: '/spec/new' }]],
    ['no operation of the RFC', [{ op: 'spam', path: '/spec' }]],
    ['no operation at all', [null]],
  ])('is refused whole for %s', (_what, patch) => {
    const before = structuredClone(object);
    expect(() => jsonPatch(object, patch)).toThrow(ApiError);
    expect(object).toEqual(before);
  });

  it('changes members that have the names of what every object has', () => {
    const path = '/metadata/labels/constructor';
    const patched = jsonPatch(object, [
      { op: 'add', path, value: 'y' },
      { op: 'test', path, value: 'y' },
    ]);
    expect(patched).toMatchObject({ metadata: { labels: { x: '1', constructor: 'y' } } });
  });

  it('replaces the whole object', () => {
    expect(jsonPatch(object, [{ op: 'replace', path: '', value: { a: 1 } }])).toEqual({ a: 1 });
  });
});

describe('duplicate keys', () => {
  it.each([
    ['{"a":1,"a":2}', ['a']],
    ['{"a":{"b":1,"b":2}}', ['a.b']],
    ['{"a":[{"b":1},{"b":1,"c":2,"c":3}]}', ['a[1].c']],
    ['{"a":1,"\\u0061":2}', ['a']],
    ['{"a":"b","b":"a"}', []],
    ['{"a,":"}","b":"{\\"a,\\":1"}', []],
    ['[{"a":1},{"a":1}]', []],
    ['"a"', []],
    [' { "x" : 1 , "y" : { } , "x" : [ ] } ', ['x']],
  ])('in %s are %j', (text, expected) => {
    expect(duplicateKeys(text)).toEqual(expected);
  });

  it('are never found in what JSON.stringify wrote', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(duplicateKeys(JSON.stringify(value))).toEqual([]);
      }),
    );
  });
});

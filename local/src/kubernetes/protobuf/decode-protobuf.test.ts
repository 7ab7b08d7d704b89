import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeProtobuf } from './decode-protobuf.ts';
import { WireError } from './wire.ts';

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
  it('reads a Secret with maps, lists, long texts and flags', () => {
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
    expect(decodeProtobuf(body)).toEqual({
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

  it('says what a kind is even where it cannot read more', () => {
    expect(decodeProtobuf(envelope('Unheard', field(1, 'anything')))).toEqual({
      apiVersion: 'v1',
      kind: 'Unheard',
    });
  });

  it('refuses what has no magic number, or is cut off', () => {
    const body = envelope('ConfigMap', field(1, field(1, 'name')));
    expect(() => decodeProtobuf(body.subarray(1))).toThrow(WireError);
    expect(() => decodeProtobuf(body.subarray(0, body.length - 1))).toThrow(WireError);
  });

  it('reads any bytes, or refuses them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          decodeProtobuf(Buffer.concat([Buffer.from('k8s\0'), bytes]));
        } catch (error) {
          expect(error).toBeInstanceOf(WireError);
        }
      }),
    );
  });
});

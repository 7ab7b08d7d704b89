import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHead, type AnswerHead } from './answer-head.ts';

describe('answer head', () => {
  function headOf(text: string): AnswerHead {
    const read = readHead(Buffer.from(`${text}\r\n\r\n`, 'latin1'), 0);
    if (!read) throw new Error('the head has no end');
    return read.head;
  }

  const idleMsOf = (...lines: string[]) => headOf(lines.join('\r\n')).idleMs;

  describe('a head', () => {
    it('has those headers that are read in lower case, what came twice joined', () => {
      const { headers } = headOf(
        'HTTP/1.1 200 OK\r\nRetry-After:  one \r\nretry-after: two\r\nX-A: b\r\nConnection:',
      );
      expect(headers).toEqual({ 'retry-after': 'one, two', connection: '' });
    });

    it('is read as it is written, whatever else is in it', () => {
      const name = fc.constantFrom(
        'Retry-After',
        'content-TYPE',
        'connection',
        'x-a',
        'constructor',
      );
      const text = fc.oneof(
        fc.constantFrom('close', 'application/json', 'keep-alive', '', 'Close', 'closed'),
        fc.stringMatching(/^[\t\x20-\x7e\x80-\xff]{0,9}$/),
      );
      const space = fc.constantFrom('', ' ', '\t  ');
      const header = fc.tuple(name, space, text, space);
      fc.assert(
        fc.property(fc.array(header), fc.integer({ min: 200, max: 999 }), (lines, status) => {
          const read = headOf(
            [
              `HTTP/1.1 ${status} X`,
              ...lines.map(([one, ...value]) => `${one}:${value.join('')}`),
            ].join('\r\n'),
          );
          const expected: Record<string, string> = {};
          for (const [one, , value] of lines) {
            const before = expected[one.toLowerCase()];
            expected[one.toLowerCase()] =
              before === undefined ? value.trim() : `${before}, ${value.trim()}`;
          }
          expect(read.status).toBe(status);
          expect(read.headers).toMatchObject(
            Object.fromEntries(
              ['retry-after', 'content-type', 'connection'].map((one) => [one, expected[one]]),
            ),
          );
          expect(Object.hasOwn(read.headers, 'x-a')).toBe(false);
        }),
      );
    });

    it.each([
      ['HTTP/1.1 200 OK\r\ncontent-length: 5', 5],
      ['HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked', 'chunked'],
      ['HTTP/1.1 200 OK', 'close'],
      ['HTTP/1.1 204 No Content', 0],
      ['HTTP/1.1 304', 0],
      ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-length: 5', 'chunked'],
    ])('%j says where its body ends', (text, bodyEnd) => {
      expect(headOf(text).bodyEnd).toBe(bodyEnd);
    });

    it('says how long its connection may idle', () => {
      const ok = 'HTTP/1.1 200 OK';
      const empty = 'content-length: 0';
      expect(idleMsOf(ok, empty)).toBe(30_000);
      expect(idleMsOf(ok, empty, 'Keep-Alive: timeout=5, max=100')).toBe(4000);
      expect(idleMsOf(ok, empty, 'keep-alive: timeout=1')).toBe(0);
      expect(idleMsOf(ok, empty, 'keep-alive: timeout=600')).toBe(30_000);
      expect(idleMsOf(ok, empty, 'Connection: Close')).toBe(0);
      expect(idleMsOf(ok)).toBe(0);
      expect(idleMsOf('HTTP/1.0 200 OK', empty)).toBe(0);
      expect(idleMsOf('HTTP/1.0 200 OK', empty, 'connection: keep-alive')).toBe(30_000);
      expect(idleMsOf(ok, empty, 'transfer-encoding: chunked')).toBe(0);
      const old = ['HTTP/1.0 200 OK', 'connection: keep-alive', 'transfer-encoding: chunked'];
      expect(idleMsOf(...old)).toBe(0);
    });
  });
});

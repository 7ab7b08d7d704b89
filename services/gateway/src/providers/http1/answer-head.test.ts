import { describe, expect, it } from 'vitest';
import { parseHead } from './answer-head.ts';

const idleMsOf = (...lines: string[]) => parseHead(lines.join('\r\n')).idleMs;

describe('a head', () => {
  it('has its headers in lower case, what came twice joined', () => {
    const { headers } = parseHead('HTTP/1.1 200 OK\r\nX-A:  one \r\nx-a: two\r\nEmpty:');
    expect({ ...headers }).toEqual({ 'x-a': 'one, two', empty: '' });
    expect(headers.constructor).toBeUndefined();
  });

  it.each([
    ['HTTP/1.1 200 OK\r\ncontent-length: 5', 5],
    ['HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked', 'chunked'],
    ['HTTP/1.1 200 OK', 'close'],
    ['HTTP/1.1 204 No Content', 0],
    ['HTTP/1.1 304', 0],
    ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-length: 5', 'chunked'],
  ])('%j says where its body ends', (text, bodyEnd) => {
    expect(parseHead(text).bodyEnd).toBe(bodyEnd);
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

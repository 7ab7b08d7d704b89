import { connect } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  beginStream,
  delta,
  ENDING,
  startScriptedProvider,
} from '../../testing/scripted-provider.ts';
import type { UpstreamHeaders } from '../upstream/provider-client.ts';
import { ProtocolError, type AnswerHead } from './answer-head.ts';
import { AnswerParser } from './answer-parser.ts';

describe('answer parser', () => {
  interface Heard {
    readonly status: number;
    readonly headers: UpstreamHeaders;
    readonly body: string;
    readonly isDone: boolean;
  }

  /** The bytes that a server answers a request with, to the end of the connection. */
  async function rawAnswer(port: number): Promise<Buffer> {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write('POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  /** Cuts bytes at some places. */
  function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
    const at = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length];
    at.sort((a, b) => a - b);
    return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
  }

  /** What is heard of an answer that comes in these pieces, each read into the same memory. */
  function read(pieces: readonly Buffer[], closes = false): Heard {
    const heads: AnswerHead[] = [];
    const bodies: Buffer[] = [];
    const parser = new AnswerParser({
      onHead: (head) => heads.push(head),
      onBody: (bytes) => bodies.push(bytes),
    });
    const memory = Buffer.alloc(Math.max(1, ...pieces.map((piece) => piece.length)));
    for (const piece of pieces) {
      const before = bodies.length;
      parser.push(memory.subarray(0, piece.copy(memory)));
      expect(bodies.length - before).toBeLessThanOrEqual(1);
      memory.fill(0);
    }
    if (closes) parser.close();
    expect(heads).toHaveLength(1);
    const [head] = heads;
    return {
      status: head?.status ?? 0,
      headers: { ...head?.headers },
      body: Buffer.concat(bodies).toString('latin1'),
      isDone: parser.isDone,
    };
  }

  const places = fc.array(fc.nat(), { maxLength: 12 });
  const body = fc
    .uint8Array({ maxLength: 300 })
    .map((bytes) => Buffer.from(bytes).toString('latin1'));
  const interim = fc.constantFrom(
    '',
    'HTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.1 103 Early\r\nlink: x\r\n\r\n',
  );

  const chunked = fc
    .array(fc.tuple(body, fc.constantFrom('', ';a=b', ' ', ';x="y"')), { maxLength: 6 })
    .map((chunks) => {
      const some = chunks.filter(([text]) => text !== '');
      const text = some.map(([part]) => part).join('');
      const wire = some.map(
        ([part, extra]) => `${part.length.toString(16)}${extra}\r\n${part}\r\n`,
      );
      return { text, wire: wire.join('') };
    });

  describe('the parser', () => {
    it('reads an answer of a length, however it is cut', () => {
      fc.assert(
        fc.property(interim, body, places, (before, text, cuts) => {
          const wire = `${before}HTTP/1.1 201 Created\r\nContent-Length: ${text.length}\r\nRetry-After: b\r\nA: b\r\n\r\n${text}`;
          const heard = read(cut(Buffer.from(wire, 'latin1'), cuts));
          expect(heard).toMatchObject({ status: 201, body: text, isDone: true });
          expect(heard.headers).toEqual({ 'retry-after': 'b' });
        }),
      );
    });

    it('reads an answer in chunks, with trailers and without, however it is cut', () => {
      const trailers = fc.constantFrom('', 'x-cost: 1\r\n', 'a: b\r\nc: d\r\n');
      fc.assert(
        fc.property(chunked, trailers, places, ({ text, wire }, after, cuts) => {
          const all = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${wire}0\r\n${after}\r\n`;
          const heard = read(cut(Buffer.from(all, 'latin1'), cuts));
          expect(heard).toMatchObject({ status: 200, body: text, isDone: true });
        }),
        { numRuns: 300 },
      );
    });

    it('reads an answer that ends with the connection', () => {
      fc.assert(
        fc.property(body, places, (text, cuts) => {
          const wire = Buffer.from(`HTTP/1.0 200 OK\r\n\r\n${text}`, 'latin1');
          expect(read(cut(wire, cuts), true)).toMatchObject({ body: text, isDone: true });
          expect(read(cut(wire, cuts)).isDone).toBe(false);
        }),
      );
    });

    it('passes over what comes after the end, and says that there was more', () => {
      const parser = new AnswerParser({ onHead: () => undefined, onBody: () => undefined });
      parser.push(Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nab'));
      expect([parser.isDone, parser.hasExcess]).toEqual([true, false]);
      parser.push(Buffer.from('c'));
      expect([parser.isDone, parser.hasExcess]).toEqual([true, true]);
    });

    it('hears the same of a real server, wherever its answer is cut', async () => {
      await using server = await startScriptedProvider((response) => {
        beginStream(response).write(delta('é'));
        response.write(ENDING[0]);
        response.addTrailers({ 'x-cost': '1' });
        response.end(ENDING[2]);
      });
      const wire = await rawAnswer(Number(new URL(server.url).port));
      const whole = read([wire]);
      expect(whole.isDone).toBe(true);
      expect(Buffer.from(whole.body, 'latin1').toString()).toBe(delta('é') + ENDING[0] + ENDING[2]);
      for (let at = 0; at <= wire.length; at += 1) expect(read(cut(wire, [at]))).toEqual(whole);
      fc.assert(
        fc.property(places, (cuts) => {
          expect(read(cut(wire, cuts))).toEqual(whole);
        }),
      );
    });

    it('does not take an answer for complete that is cut off', () => {
      const wires = [
        'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf',
        'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n',
        'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n0\r\n',
      ];
      for (const wire of wires)
        expect(read([Buffer.from(wire)], true)).toMatchObject({ body: 'half', isDone: false });
    });

    it('reads the next answer on the same connection', () => {
      const statuses: number[] = [];
      const parser = new AnswerParser({
        onHead: ({ status }) => statuses.push(status),
        onBody: () => undefined,
      });
      for (const status of [200, 404, 204]) {
        parser.push(
          Buffer.from(
            `HTTP/1.1 ${status} X\r\ncontent-length: ${status === 204 ? 0 : 2}\r\n\r\n${status === 204 ? '' : 'ok'}`,
          ),
        );
        expect(parser.isDone).toBe(true);
        parser.reset();
      }
      expect(statuses).toEqual([200, 404, 204]);
    });

    it.each([
      ['SSH-2.0-OpenSSH\r\n\r\n'],
      ['HTTP/2 200\r\n\r\n'],
      ['HTTP/1.1 200 OK\r\nno colon\r\n\r\n'],
      ['HTTP/1.1 200 OK\r\nbad name: x\r\n\r\n'],
      ['HTTP/1.1 200 OK\r\n folded: x\r\n\r\n'],
      ['HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n'],
      ['HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nabc'],
      ['HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n'],
      ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n'],
      ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nabc\r\n'],
      ['HTTP/1.1 101 Switching\r\nupgrade: x\r\n\r\n'],
      ['HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 2\r\n\r\nab'],
      ['HTTP/1.1 200 OK\r\na: b\nc: d\r\n\r\n'],
      ['HTTP/1.1 200 OK\r\na: b\u0000\r\n\r\n'],
      ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\na: b\n\r\n'],
      [`HTTP/1.1 200 OK\r\n${'x'.repeat(70_000)}`],
      ['HTTP/1.1 100 Continue\r\n\r\n'.repeat(3000)],
      [`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n${'a: b\r\n'.repeat(20_000)}`],
      [`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;${'x'.repeat(5000)}`],
    ])('refuses %j', (wire) => {
      const parser = new AnswerParser({ onHead: () => undefined, onBody: () => undefined });
      expect(() => {
        parser.push(Buffer.from(wire));
      }).toThrow(ProtocolError);
    });

    it('never does anything but read or refuse, whatever comes', () => {
      const noise = fc.array(
        fc.oneof(
          fc.constantFrom(
            'HTTP/1.1 200 OK\r\n',
            'content-length: 3\r\n',
            'transfer-encoding: chunked\r\n',
            '\r\n',
            '3\r\nabc\r\n',
            '0\r\n\r\n',
          ),
          fc.string({ maxLength: 5 }),
        ),
      );
      fc.assert(
        fc.property(noise, places, (parts, cuts) => {
          const parser = new AnswerParser({ onHead: () => undefined, onBody: () => undefined });
          try {
            for (const piece of cut(Buffer.from(parts.join('')), cuts)) parser.push(piece);
          } catch (error) {
            expect(error).toBeInstanceOf(ProtocolError);
          }
        }),
        { numRuns: 500 },
      );
    });
  });
});

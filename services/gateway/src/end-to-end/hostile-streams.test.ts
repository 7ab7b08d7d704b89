import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { clientOf, saying } from '../testing/client-of.ts';
import { collect } from '../testing/collect.ts';
import {
  askStream,
  event,
  sends,
  startHostile,
  STREAM,
  type Plays,
} from '../testing/hostile-provider.ts';
import { pour } from '../testing/pour.ts';
import { delta, ENDING } from '../testing/scripted-provider.ts';
import { usageOf } from '../testing/usage-of.ts';
import { waitFor } from '../testing/wait-for.ts';

const DONE = ENDING[2];
const ROLE = event({ choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] });

describe('a flood before the first content is left for the healthy provider, and not read on', () => {
  const flood = (piece: string, head = STREAM): Plays => {
    const many = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
    return (socket) => {
      pour(socket, head, { piece: many });
    };
  };
  const bomb = gzipSync(Buffer.alloc(200_000_000, 'x'));
  const zipped = STREAM.replace('\r\n\r\n', '\r\ncontent-encoding: gzip\r\n\r\n');
  it.each<[string, Plays]>([
    ['comments', flood(': ping\n\n')],
    ['one comment without an end', flood('x', `${STREAM}:`)],
    ['roles', flood(ROLE)],
    ['fields that nobody knows', flood('x: y\n')],
    ['a line without a field', flood('x')],
    ['one event without an end', flood('x', `${STREAM}data: {"choices":[{"x":"`)],
    ['a compressed line without a field', sends(Buffer.concat([Buffer.from(zipped), bomb]))],
  ])('of %s', async (_, plays) => {
    let written = 0;
    await using both = await startHostile((socket) => {
      socket.on('close', () => (written += socket.bytesWritten));
      plays(socket);
    });
    const answer = await askStream(both.gateway.url, 'safe');
    expect([answer.status, /x-aicp-model: (\w+)/.exec(answer.head)?.[1]]).toEqual([200, 'spare']);
    expect(answer.body.length).toBeLessThan(100_000);
    await waitFor(() => written > 0);
    expect(written).toBeLessThan(40_000_000);
  });

  it('and after it, is broken off', async () => {
    await using both = await startHostile(flood('x', `${STREAM}${delta('one')}: `));
    const answer = await askStream(both.gateway.url);
    expect(answer.body.length).toBeLessThan(400_000);
    expect(answer.body).toContain('broke off before its end');
  });

  it('and of comments after it, is broken off when its time is over, however slowly the client reads', async () => {
    await using both = await startHostile(flood(': ping\n\n', STREAM + delta('one')), 500);
    const answer = await askStream(both.gateway.url);
    expect(answer.body).toContain('broke off before its end');
  });
});

describe('[DONE]', () => {
  it('ends the answer, whatever follows, and the connection that stays open is dropped', async () => {
    await using both = await startHostile((socket) => {
      socket.write(STREAM + delta('all') + ENDING.join('') + DONE + delta('more'));
    });
    const answer = await askStream(both.gateway.url);
    expect(answer.body.match(/\[DONE\]/g)).toHaveLength(1);
    expect(answer.body).not.toContain('more');
    expect((await usageOf(both.gateway))[0]).toMatchObject({ completion: 'complete' });
    await waitFor(() => both.peer.sockets[0]?.destroyed);
  });

  it('leaves the connection for the next request where the provider ends it soon', async () => {
    const head = STREAM.replace('connection: close', 'transfer-encoding: chunked');
    const events = delta('all') + ENDING.join('');
    let isEnded = false;
    await using both = await startHostile((socket) => {
      socket.write(`${head}${events.length.toString(16)}\r\n${events}\r\n`);
      setTimeout(() => socket.write('0\r\n\r\n', () => (isEnded = true)), 100);
    });
    await askStream(both.gateway.url);
    await waitFor(() => isEnded);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    await askStream(both.gateway.url);
    expect(both.peer.sockets).toHaveLength(1);
  });
});

describe('line ends of every kind', () => {
  const events = [delta('one'), delta('two'), ENDING[0], DONE].join('');
  it.each([
    ['CR', events.replaceAll('\n', '\r')],
    ['CRLF', events.replaceAll('\n', '\r\n')],
    ['CR and LF in turn', events.replaceAll('\n\n', '\r\n\r')],
    ['data over several lines', events.replaceAll('"choices"', '\ndata: "choices"')],
  ])('(%s) are read', async (_, wire) => {
    await using both = await startHostile(sends(STREAM + wire));
    const { completions } = clientOf(both.gateway).chat;
    const chunks = await collect(
      await completions.create({ model: 'main', messages: saying('hi'), stream: true }),
    );
    expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe('onetwo');
    expect((await usageOf(both.gateway))[0]).toMatchObject({ completion: 'complete' });
  });
});

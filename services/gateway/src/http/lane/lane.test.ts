import fc from 'fast-check';
import { systemClock } from '@aicp/common/time/clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hear, openSide, PATH, plain, requestText, type Side } from '../../testing/lane-server.ts';

const LAST = plain('{"last":true}');
const AFTERWARDS = /(?<=.)HTTP\/1\.1 400 .*$/s;

describe('the lane', () => {
  let node: Side;
  let lane: Side;
  beforeAll(async () => {
    [node, lane] = [await openSide(), await openSide(systemClock)];
  });
  afterAll(async () => {
    await node.listening.close(0);
    await lane.listening.close(0);
  });

  /** Where a request is followed by what is no HTTP, it depends on the turn whether Node says so, and whether it still sends the answers that are due. */
  async function compare(text: string, isExact: boolean, cuts: readonly number[] = []) {
    const bytes = Buffer.from(text, 'latin1');
    const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length];
    let from = 0;
    const pieces = ends
      .toSorted((a, b) => a - b)
      .map((end) => bytes.subarray(from, (from = end)))
      .filter((piece) => piece.length > 0);
    const [ours, theirs] = [await hear(lane, pieces), await hear(node, pieces)];
    expect(lane.seen.splice(0)).toEqual(node.seen.splice(0));
    const isCut = !isExact && ours.closedItself && theirs.closedItself;
    if (!isCut) expect(ours).toEqual(theirs);
    const [shorter = '', longer = ''] = [ours, theirs]
      .map(({ said }) => said.replace(AFTERWARDS, ''))
      .toSorted((a, b) => a.length - b.length);
    expect(longer.slice(0, shorter.length)).toBe(shorter);
  }

  it.each<[what: string, isTaken: boolean, text: string]>([
    ['a plain request', true, plain('{}')],
    ['a stream', true, plain('{}', 'x-as: stream')],
    ['an answer of bytes', true, plain('{}', 'x-as: bytes')],
    ['a handler that writes after the end', true, plain('{}', 'x-as: late')],
    ['one that does so to a stream', true, plain('{}', 'x-as: stream-late')],
    ['a body that is refused', true, plain('{}', 'x-as: refusal')],
    ['a name in any case, and no space before a value', true, plain('{}', 'X-RequesT-Id:7')],
    ['a connection that is to be kept', true, plain('{}', 'Connection: Keep-Alive')],
    ['headers of stock clients', true, plain('{}', 'accept: */*', 'accept-language: *', 'te-x: 1')],
    ['bytes beyond ASCII in a body', true, plain('\u00e9\u0000\r\n\r\n')],
    ['no length', false, requestText(['host: x'], '')],
    ['a length of nothing', false, requestText(['host: x', 'content-length: 0'], '')],
    ['a length of other digits', false, requestText(['host: x', 'content-length: 02'], '{}')],
    ['a length with a sign', false, requestText(['host: x', 'content-length: +2'], '{}')],
    ['two lengths', false, plain('{}', 'content-length: 2')],
    ['two different lengths', false, plain('{}', 'content-length: 1')],
    ['a list of lengths', false, requestText(['host: x', 'content-length: 2, 2'], '{}')],
    ['a length, and chunks', false, plain('0\r\n\r\n', 'transfer-encoding: chunked')],
    [
      'chunks',
      false,
      requestText(['host: x', 'transfer-encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n'),
    ],
    ['no host', false, requestText(['content-length: 2'], '{}')],
    ['two hosts', false, plain('{}', 'host: y')],
    ['any header twice', false, plain('{}', 'x-as: a', 'X-As: b')],
    ['a cookie to set', false, plain('{}', 'set-cookie: a')],
    ['a header of every object', false, plain('{}', 'constructor: a')],
    ['a header with an underscore', false, plain('{}', 'x_a: a', '__proto__: a')],
    ['an empty value', false, plain('{}', 'x-a:', 'x-b: ')],
    ['spaces around a value', false, plain('{}', 'x-a:  a ', 'x-b: \ta')],
    ['a space before the colon', false, plain('{}', 'x-a : a')],
    ['a folded line', false, plain('{}', 'x-a: a', ' b')],
    ['a line without a colon', false, plain('{}', 'x-a')],
    ['lines that end in LF alone', false, plain('{}').replaceAll('\r\n', '\n')],
    ['one line that ends in LF alone', false, plain('{}').replace('x\r\n', 'x\n')],
    ['a CR inside of a value', false, plain('{}', 'x-a: a\rb')],
    ['NUL in a value', false, plain('{}', 'x-a: a\u0000b')],
    ['a value beyond ASCII', false, plain('{}', 'x-a: \u00e9')],
    ['a client that closes', false, plain('{}', 'connection: close')],
    ['the same, in an older word', false, plain('{}', 'proxy-connection: close')],
    ['an expectation', false, plain('{}', 'expect: 100-continue')],
    ['another protocol', false, plain('{}', 'connection: upgrade', 'upgrade: h2c')],
    [
      'HTTP/1.0',
      false,
      requestText(['host: x', 'content-length: 2'], '{}', `POST ${PATH} HTTP/1.0`),
    ],
    ['another method', false, requestText(['host: x'], '', `GET ${PATH} HTTP/1.1`)],
    [
      'a query',
      false,
      requestText(['host: x', 'content-length: 2'], '{}', `POST ${PATH}?a HTTP/1.1`),
    ],
    [
      'another path',
      false,
      requestText(['host: x', 'content-length: 2'], '{}', 'POST /other HTTP/1.1'),
    ],
    ['empty lines before it', false, `\r\n\r\n${plain('{}')}`],
    ['two spaces', false, plain('{}').replace('POST ', 'POST  ')],
    ['a large head', false, plain('{}', `x-a: ${'a'.repeat(9000)}`)],
    ['a head that is too large', false, plain('{}', `x-a: ${'a'.repeat(17_000)}`)],
    ['what is no HTTP', false, 'SSH-2.0-OpenSSH\r\n\r\n'],
  ])('answers %s as Node does; takes it: %s', async (_what, isTaken, text) => {
    lane.taken = 0;
    await compare(text, true);
    expect(lane.taken > 0).toBe(isTaken);
    await compare(text + LAST, false);
    await compare(LAST + text + LAST, false);
  });

  /** Node has handlers see what follows, though nobody can hear of it. */
  it.each([
    plain('{}', 'x-as: last-refusal'),
    requestText(['host: x', 'content-length: 900', 'x-as: last-refusal'], ''),
  ])('closes after an answer that says so, as Node does', async (text) => {
    await compare(text, true);
    await compare(LAST + text, true);
  });

  it('answers whatever is sent, in whatever pieces, as Node does', async () => {
    const line = fc.constantFrom(
      ...['Host: x', 'host:y', 'content-length: 2', 'Content-Length: 5', 'content-length: 1e1'],
      ...['transfer-encoding: chunked', 'connection: keep-alive', 'Connection: close', 'x-a: b'],
      ...[
        'x-as: stream',
        'x-as: refusal',
        'x-as: bytes',
        'expect: 100-continue',
        ' folded',
        'x: \t',
      ],
    );
    const odd = fc
      .tuple(
        fc.array(line, { maxLength: 5 }),
        fc.constantFrom('{}', '{"a"}', '2\r\n{}\r\n0\r\n\r\n'),
      )
      .map(([lines, body]) => requestText(lines, body));
    const usual = fc
      .tuple(fc.string({ minLength: 1, maxLength: 40 }), fc.constantFrom('a: b', 'x-as: stream'))
      .map(([body, more]) => plain(Buffer.from(body).toString('latin1').slice(0, 40), more));
    const change = fc.record({
      at: fc.nat(400),
      by: fc.constantFrom('\r', '\n', '\u0000', ' ', ':', '\r\n\r\n', '\u00ff', '7', 'POST '),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(usual, odd), { minLength: 1, maxLength: 3 }),
        fc.array(change, { maxLength: 1 }),
        fc.array(fc.nat(1000), { maxLength: 4 }),
        async (requests, changes, cuts) => {
          let text = requests.join('');
          for (const { at, by } of changes) text = text.slice(0, at) + by + text.slice(at + 1);
          await compare(text + LAST, false, cuts);
        },
      ),
      { numRuns: 100 },
    );
  });

  it.each([0, 1 << 30])(
    'lets what a client sends ahead wait, and answers all of it in order, where others hold %d bytes',
    async (others) => {
      const side = await openSide(systemClock);
      if (side.lane) side.lane.aheadBytes = others;
      const requests = Array.from({ length: 60 }, (_, index) =>
        plain(String(index) + '.'.repeat(2000)),
      );
      const { said } = await hear(side, [Buffer.from(requests.join(''))]);
      expect([...said.matchAll(/"body":"(\d+)/g)].map(([, index]) => Number(index))).toEqual(
        requests.map((_, index) => index),
      );
      expect(side.lane?.aheadBytes).toBe(others);
      await side.listening.close(0);
    },
  );
});

import { expect, it } from 'vitest';
import { Undecodable } from '../../formats/format.ts';
import type { UpstreamCall } from '../upstream/provider-client.ts';
import { DocumentCall } from './document-call.ts';

const quiet: UpstreamCall = { pause() {}, resume() {}, cancel() {} };

/** What a client hears of an answer that the vendor sends in these pieces. */
function heard(
  status: number,
  pieces: readonly string[],
  { headers = {}, parts = [] as readonly (readonly [status: number, body: string])[] } = {},
): readonly string[] {
  const said: string[] = [];
  const way = {
    translate: () => expect.unreachable(),
    readFault: (body: Buffer) => ({ message: body.toString() }),
    writeFault: ({ message }: { message: string }) => Buffer.from(`fault: ${message}`),
  };
  const taken: string[] = [];
  const request = {
    body: Buffer.from(''),
    dropped: ['dimensions'],
    more: parts.map((_, at) => Buffer.from(`part ${at + 1}`)),
    take(body: Buffer) {
      if (!body.toString().startsWith('[')) throw new Undecodable('it is no list');
      taken.push(body.toString());
    },
    answer: () => Buffer.from(`answer: ${taken.join('')}`),
  };
  const sent: string[] = [];
  const call = new DocumentCall(request, {
    way,
    send: (body) => {
      sent.push(body.toString());
      return quiet;
    },
    receiver: {
      onStart: (code) => said.push(String(code)),
      onData: (chunk) => said.push(chunk.toString()),
      onEnd: () => said.push('end'),
      onError: ({ kind, message }) => said.push(`${kind}: ${message}`),
    },
  });
  call.begin();
  call.onStart(status, headers);
  for (const piece of pieces) call.onData(Buffer.from(piece));
  call.onEnd();
  for (const [at, [code, body]] of parts.entries()) {
    if (sent[at + 1] === undefined) break;
    call.onStart(code, {});
    call.onData(Buffer.from(body));
    call.onEnd();
  }
  return said;
}

it('an answer is translated when all of it is there', () => {
  expect(heard(200, ['[1', ',2]'])).toEqual(['200', 'answer: [1,2]', 'end']);
});

it('an error is told in the client’s words, with its status', () => {
  expect(heard(422, ['no'])).toEqual(['422', 'fault: no', 'end']);
});

it('what is no answer is a broken connection', () => {
  expect(heard(200, ['{}'])).toEqual(['200', 'connection: it is no list']);
  const gzip = heard(200, ['[]'], { headers: { 'content-encoding': 'gzip' } });
  expect(gzip).toEqual(['connection: the answer is encoded as gzip']);
});

it('what a vendor does not take at once is asked for one after the other, and answered as one', () => {
  const parts = [
    [200, '[2]'],
    [200, '[3]'],
  ] as const;
  expect(heard(200, ['[1]'], { parts })).toEqual(['200', 'answer: [1][2][3]', 'end']);
  expect(heard(429, ['no'], { parts })).toEqual(['429', 'fault: no', 'end']);
});

it('an answer of which a part is refused is one that broke off: what came before was paid for', () => {
  const parts = [[429, 'no']] as const;
  const broken = 'connection: a part of the request was answered with 429';
  expect(heard(200, ['[1]'], { parts })).toEqual(['200', broken]);
});

it('nothing more is asked for behind a part that is no answer', () => {
  const parts = [
    [200, '{}'],
    [200, '[3]'],
  ] as const;
  expect(heard(200, ['[1]'], { parts })).toEqual(['200', 'connection: it is no list']);
});

it('parts may together be larger than one may be', () => {
  const part = `[${' '.repeat(20 * 1_048_576)}]`;
  const said = heard(200, [part], { parts: [[200, part]] });
  expect(said.map((one) => one.slice(0, 12))).toEqual(['200', 'answer: [   ', 'end']);
  const broken = heard(200, [part, part], { parts: [[200, part]] });
  expect(broken).toEqual(['200', 'connection: the answer is too large']);
});

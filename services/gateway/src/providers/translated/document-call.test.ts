import { expect, it } from 'vitest';
import { Undecodable } from '../../formats/format.ts';
import type { UpstreamCall } from '../upstream/provider-client.ts';
import { DocumentCall } from './document-call.ts';

const quiet: UpstreamCall = { pause() {}, resume() {}, cancel() {} };

/** What a client hears of an answer that the vendor sends in these pieces. */
function heard(status: number, pieces: readonly string[], headers = {}): readonly string[] {
  const said: string[] = [];
  const way = {
    translate: () => expect.unreachable(),
    readFault: (body: Buffer) => ({ message: body.toString() }),
    writeFault: ({ message }: { message: string }) => Buffer.from(`fault: ${message}`),
  };
  const request = {
    body: Buffer.from(''),
    dropped: ['dimensions'],
    answerOf(body: Buffer) {
      if (!body.toString().startsWith('[')) throw new Undecodable('it is no list');
      return Buffer.from(`answer: ${body.toString()}`);
    },
  };
  const call = new DocumentCall(request, {
    way,
    receiver: {
      onStart: (code) => said.push(String(code)),
      onData: (chunk) => said.push(chunk.toString()),
      onEnd: () => said.push('end'),
      onError: ({ kind, message }) => said.push(`${kind}: ${message}`),
    },
  });
  call.begin(quiet);
  call.onStart(status, headers);
  for (const piece of pieces) call.onData(Buffer.from(piece));
  call.onEnd();
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
  const gzip = heard(200, ['[]'], { 'content-encoding': 'gzip' });
  expect(gzip).toEqual(['connection: the answer is encoded as gzip']);
});

import { expect, it } from 'vitest';
import type { UpstreamReceiver } from '../upstream/provider-client.ts';
import { RenewedCall } from './renewed-call.ts';

/** Requests that a test answers, each with what its call was told. */
function asked() {
  const sent: { readonly over: UpstreamReceiver; readonly told: string[] }[] = [];
  const heard: string[] = [];
  const call = new RenewedCall({
    receiver: {
      onStart: (status) => heard.push(`start ${status}`),
      onData: (chunk) => heard.push(chunk.toString()),
      onEnd: () => heard.push('end'),
      onError: ({ message }) => heard.push(message),
    },
    send: (over) => {
      const told: string[] = [];
      sent.push({ over, told });
      const tell = (word: string) => () => {
        told.push(word);
      };
      return { pause: tell('pause'), resume: tell('resume'), cancel: tell('cancel') };
    },
    isRefused: (status) => status === 401,
  });
  const answer = (index: number, status: number): void => {
    const { over } = sent[index]!;
    over.onStart(status, {});
    over.onData(Buffer.from(`body of ${index}`));
    over.onEnd();
  };
  return { sent, heard, call, answer };
}

it('sends a request once where it is taken', () => {
  const { sent, heard, answer } = asked();
  answer(0, 200);
  expect(heard).toEqual(['start 200', 'body of 0', 'end']);
  expect(sent).toHaveLength(1);
});

it('sends it once more where it is refused, and tells nothing of the first answer', () => {
  const { sent, heard, call, answer } = asked();
  call.pause();
  answer(0, 401);
  expect(heard).toEqual([]);
  expect(sent.map(({ told }) => told)).toEqual([['pause', 'cancel'], ['pause']]);
  call.resume();
  answer(1, 200);
  expect(heard).toEqual(['start 200', 'body of 1', 'end']);
});

it('passes the second refusal on', () => {
  const { sent, heard, answer } = asked();
  answer(0, 401);
  answer(1, 401);
  expect(heard).toEqual(['start 401', 'body of 1', 'end']);
  expect(sent).toHaveLength(2);
});

it('sends nothing again once it is cancelled', () => {
  const { sent, call, answer } = asked();
  call.cancel();
  answer(0, 401);
  expect(sent.map(({ told }) => told)).toEqual([['cancel']]);
});

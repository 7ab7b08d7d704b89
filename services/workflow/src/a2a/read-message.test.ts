import { describe, expect, it } from 'vitest';
import { readMessage } from './read-message.ts';
import { RpcFailure } from './rpc-failure.ts';

const message = { messageId: 'm-1', parts: [{ text: 'cats' }] };

function refusalOf(params: unknown): string {
  try {
    readMessage(params);
  } catch (error) {
    if (error instanceof RpcFailure && error.code === -32602) return error.message;
    throw error;
  }
  throw new Error('it was taken');
}

describe('the params of a message', () => {
  it('are read in both versions of the protocol', () => {
    expect(readMessage({ message })).toMatchObject({ messageId: 'm-1', isBlocking: true });
    for (const configuration of [{ blocking: false }, { returnImmediately: true }]) {
      expect(readMessage({ message, configuration }).isBlocking).toBe(false);
    }
  });

  it('that are none are refused on one line, with the place and in plain words', () => {
    expect([
      refusalOf(undefined),
      refusalOf({}),
      refusalOf({ message: { ...message, messageId: '' } }),
      refusalOf({ message: { messageId: 'm-1' } }),
      refusalOf({ message: { messageId: 7, parts: ['x'] } }),
    ]).toEqual([
      'params: is required',
      'params.message: is required',
      'params.message.messageId: must not be empty',
      'params.message.parts: is required',
      'params.message.messageId: must be a text (and 1 more)',
    ]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Conversation, Turn } from '../../conversation/conversation.ts';
import { problemOfTurns } from '@aicp/gateway/twins/anthropic/check-turns';
import { messageRequest } from '@aicp/gateway/twins/anthropic/message-schemas';
import { signatureOf } from '@aicp/gateway/twins/kit/answer-for';
import { messageFormat } from '../message-format.ts';
import { writeMessageRequest } from './write-message-request.ts';

const facts = { model: 'claude-sonnet-4-5', stream: false };
const base: Conversation = {
  ...{ ...facts, system: [], turns: [], tools: [], settings: {}, unread: [] },
};
const user = (text: string): Turn => ({ role: 'user', parts: [{ kind: 'text', text }] });

describe('a request that is written for Anthropic', () => {
  it('ends with no white space and no thought, and has no text that is blank', () => {
    const thought = {
      kind: 'reasoning',
      text: 'a',
      seal: { format: 'messages', value: signatureOf('a') },
    } as const;
    const said = (...parts: Turn['parts']): Turn => ({ role: 'assistant', parts });
    const text = (words: string) => ({ kind: 'text', text: words }) as const;
    const messagesOf = (...turns: Turn[]) => {
      const { body: bytes } = writeMessageRequest({ ...base, turns, system: [text(' \n')] });
      const body = JSON.parse(bytes.toString()) as Record<string, unknown>;
      expect(body.system).toBeUndefined();
      expect(problemOfTurns(messageRequest.parse(body))).toBeUndefined();
      return body.messages;
    };
    const asked = { role: 'user', content: [{ type: 'text', text: 'Hi' }] };
    expect(messagesOf(user('Hi'), said())).toEqual([asked]);
    expect(messagesOf(user('Hi'), said(text(' \n')))).toEqual([asked]);
    expect(messagesOf(user('Hi'), said(thought, text('')))).toEqual([asked]);
    expect(messagesOf(user('Hi'), said(text('So \n'), text('\n')))).toEqual([
      asked,
      { role: 'assistant', content: [{ type: 'text', text: 'So' }] },
    ]);
    expect(messagesOf(user('Hi'), said(thought), user('And?'))).toMatchObject([
      { role: 'user', content: [{ text: 'Hi' }, { text: 'And?' }] },
    ]);
  });

  it('has names of tools and ids of calls that Anthropic takes, and reads answers by their own', () => {
    const word = fc.string({ minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 4 }), (names) => {
        const parts = names.map(
          (name) => ({ kind: 'call', id: `functions.${name}:0`, name, arguments: '{}' }) as const,
        );
        const results = parts.map(
          ({ id }) =>
            ({ kind: 'result', callId: id, parts: [{ kind: 'text', text: 'x' }] }) as const,
        );
        const conversation: Conversation = {
          ...base,
          tools: names.map((name) => ({ name })),
          toolChoice: { name: names[0]! },
          turns: [user('Hi'), { role: 'assistant', parts }, { role: 'user', parts: results }],
        };
        const { body, names: originals } = writeMessageRequest(conversation);
        const asked = messageRequest.parse(JSON.parse(body.toString()));
        expect(problemOfTurns(asked)).toBeUndefined();
        const told = asked.tools!.map(({ name }) => name);
        expect(asked.tool_choice).toEqual({ type: 'tool', name: told[0] });
        const content = told.map((name, at) => ({
          type: 'tool_use',
          id: `t${at}`,
          name,
          input: {},
        }));
        const answer = Buffer.from(JSON.stringify({ type: 'message', content }));
        const decoder = messageFormat.decoder({ ...facts, names: originals });
        const called = decoder
          .document(answer)
          .flatMap((event) => (event.kind === 'call' ? event.name : []));
        expect(called).toEqual(names);
      }),
    );
  });
});

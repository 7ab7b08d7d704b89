import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clientOf } from '@aicp/gateway/testing/clients';
import { throughVendor } from '@aicp/gateway/testing/through-vendor';
import { inDialect } from './in-dialect.ts';
import { MISTRAL, PERPLEXITY } from './dialects.ts';

const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: unknown) => ({ role: 'assistant', content });
const system = { role: 'system', content: 'Be kind.' };

function said(messages: readonly object[], dialect = PERPLEXITY) {
  const body = Buffer.from(JSON.stringify({ model: 'sonar', messages }));
  const spoken = inDialect(body, dialect, 'sonar');
  const sent = JSON.parse(spoken.body.toString()) as { messages: Record<string, unknown>[] };
  return { ...spoken, isSame: spoken.body === body, messages: sent.messages };
}

it('puts messages of one role that follow one another into one', () => {
  const messages = [system, user('a'), user('b'), assistant('c'), assistant('d'), user('e')];
  expect(said(messages)).toMatchObject({
    messages: [system, user('a\n\nb'), assistant('c\n\nd'), user('e')],
    ...{ dropped: [], cannot: undefined },
  });
});

it('makes parts of texts where parts are among them', () => {
  const picture = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
  const { messages } = said([user('a'), user([picture, { type: 'text', text: 'b' }]), user('')]);
  const text = (one: string) => ({ type: 'text', text: one });
  expect(messages).toEqual([user([text('a'), picture, text('b')])]);
});

it('names what it leaves out of any of them', () => {
  const { dropped, messages } = said([user('a'), { ...user('b'), name: 'ann' }]);
  expect([dropped, messages]).toEqual([['messages[].name'], [user('a\n\nb')]]);
});

it('leaves messages as they are that take turns, that call tools, or that other vendors get', () => {
  const calls = [{ id: 'abcdefghi', type: 'function', function: { name: 'f', arguments: '{}' } }];
  const turns = [system, system, user('a'), assistant('b'), user('c')];
  expect(said(turns).isSame).toBe(true);
  expect(said([user('a'), assistant('b'), { ...assistant(null), tool_calls: calls }]).isSame).toBe(
    true,
  );
  expect(said([user('a'), user('b')], MISTRAL).isSame).toBe(true);
});

it('never has two messages of a role follow one another, and loses no word', () => {
  const turn = fc.tuple(fc.constantFrom(user, assistant), fc.stringMatching(/^[a-z]{1,5}$/));
  fc.assert(
    fc.property(fc.array(turn, { minLength: 1 }), (turns) => {
      const { messages } = said(turns.map(([by, text]) => by(text)));
      for (const [at, { role }] of messages.entries())
        expect(role).not.toBe(messages[at - 1]?.['role']);
      const words = messages.flatMap(({ content }) => String(content).split('\n\n'));
      expect(words).toEqual(turns.map(([, text]) => text));
    }),
  );
});

it('has Perplexity answer a user who speaks twice, which it refuses as it stands', async () => {
  await using at = await throughVendor('perplexity', { upstreamModel: 'sonar' });
  const { choices } = await clientOf(at.gateway).chat.completions.create({
    ...{ model: 'main', messages: [user('Hello'), user('again')] as never },
  });
  expect(choices[0]?.message.content).toContain('again');
  expect(at.asked()).toMatchObject({ messages: [user('Hello\n\nagain')] });
});

import Anthropic from '@anthropic-ai/sdk';
import { expect, it } from 'vitest';
import { throughVendor } from '@aicp/gateway/testing/through-vendor';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const url = `data:image/png;base64,${PIXEL}`;
const picture = {
  type: 'image' as const,
  source: { type: 'base64' as const, media_type: 'image/png' as const, data: PIXEL },
};

/** What a client of Anthropic's asks with the result of a tool that took a picture. */
const asked = (content: (Anthropic.TextBlockParam | Anthropic.ImageBlockParam)[]) => ({
  ...{ model: 'main', max_tokens: 100 },
  tools: [{ name: 'look', input_schema: { type: 'object' as const } }],
  messages: [
    { role: 'user' as const, content: 'Look' },
    {
      role: 'assistant' as const,
      content: [{ type: 'tool_use' as const, id: 'toolu_1', name: 'look', input: {} }],
    },
    {
      role: 'user' as const,
      content: [
        { type: 'tool_result' as const, tool_use_id: 'toolu_1', content },
        { type: 'text' as const, text: 'And?' },
      ],
    },
  ],
});

const roles = (messages: readonly { role: string }[]) => messages.map(({ role }) => role);

it.each(['mistral', 'cohere'] as const)(
  'shows %s the picture that a tool answered with, behind what it said',
  async (type) => {
    await using at = await throughVendor(type, { upstreamModel: 'm' });
    const client = new Anthropic({ baseURL: at.gateway.url, apiKey: 'sk-alice', maxRetries: 0 });
    for (const content of [[{ type: 'text' as const, text: 'Here' }, picture], [picture]]) {
      const answer = await client.messages.create(asked(content));
      expect(answer.content).toMatchObject([{ text: 'You said: And? I see 1 of your media.' }]);
      const { messages } = at.asked() as { messages: { role: string; content: unknown }[] };
      const between = type === 'mistral' ? ['assistant'] : [];
      expect(roles(messages)).toEqual(['user', 'assistant', 'tool', ...between, 'user']);
      expect(messages.at(-1)?.content).toEqual([
        { type: 'image_url', image_url: { url } },
        { type: 'text', text: 'And?' },
      ]);
    }
  },
);

it('tells Cohere that a picture follows where a tool said nothing beside it', async () => {
  await using at = await throughVendor('cohere', { upstreamModel: 'm' });
  const client = new Anthropic({ baseURL: at.gateway.url, apiKey: 'sk-alice', maxRetries: 0 });
  await client.messages.create(asked([picture]));
  const data = { result: 'What the tool answered follows.' };
  const said = { role: 'tool', content: [{ type: 'document', document: { data } }] };
  expect(at.asked()).toMatchObject({ messages: [{}, {}, said, {}] });
});

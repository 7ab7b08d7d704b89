import { expect, it } from 'vitest';
import { readChatRequest } from './chat-request.ts';

const read = (body: object) => readChatRequest(Buffer.from(JSON.stringify(body)));

it('reaches no sound and no voice that the vendor stores', () => {
  const messages: unknown[] = [];
  const said = (audio: unknown) => ({ messages: [{ role: 'assistant', audio }] });
  for (const body of [
    said({ id: 'audio_1' }),
    { messages, audio: { voice: { id: 'voice_1' }, format: 'wav' } },
    { messages, audio: { voice: 'voice_1' } },
    { messages, audio: { voice: 'a', pad: 'x'.repeat(5000) } },
  ])
    expect(read(body)).toHaveProperty('param');
  const twice = '{"messages":[],"audio":{"voice":{"id":"voice_1"},"voice":"alloy"}}';
  expect(readChatRequest(Buffer.from(twice))).toHaveProperty('param', 'audio');
  const disguised = '{"messages":[{"role":"assistant","Audio":{"id":"audio_1"}}]}';
  expect(readChatRequest(Buffer.from(disguised))).toHaveProperty('param');
  expect(read({ messages, audio: { voice: 'alloy', format: 'wav' } })).not.toHaveProperty('param');
  expect(read(said(null))).not.toHaveProperty('param');
});

import { describe, expect, it } from 'vitest';
import { usageOf } from '../../testing/journal-lines.ts';
import { sdkSession, startRealtimeGateway, TWIN_COST } from '../../testing/realtime-gateway.ts';
import { startRealtimeTwin } from '../../twins/openai/realtime-twin.ts';

type Session = ReturnType<typeof sdkSession>;

/** One question, by OpenAI's own client, from the session's beginning to its end. */
async function conversation(session: Session): Promise<{ text: string; types: string[] }> {
  const types: string[] = [];
  let text = '';
  const over = new Promise<void>((resolve, reject) => {
    session.on('error', reject);
    session.on('event', ({ type }) => types.push(type));
    session.on('response.output_text.delta', ({ delta }) => (text += delta));
    session.on('response.done', () => {
      resolve();
    });
  });
  session.on('session.created', () => {
    session.send({
      type: 'session.update',
      session: { type: 'realtime', instructions: 'Be brief.', output_modalities: ['text'] },
    });
    session.send({
      type: 'conversation.item.create',
      item: {
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: 'How do you do?' }],
      },
    });
    session.send({ type: 'response.create' });
  });
  await over;
  session.close();
  return { text, types };
}

const TYPES = [
  ...['session.created', 'session.updated', 'conversation.item.added', 'conversation.item.done'],
  ...['response.created', 'response.output_text.delta', 'response.output_text.done'],
  'response.done',
];

describe('OpenAI’s own client', () => {
  it('speaks with the twin as with OpenAI', async () => {
    await using twin = await startRealtimeTwin();
    const { text, types } = await conversation(
      sdkSession(twin.origin, 'sk-vendor', 'gpt-realtime'),
    );
    expect(text).toBe('You said: How do you do?');
    expect([...new Set(types)]).toEqual(TYPES);
  });

  it('speaks with the gateway as with OpenAI, and each response is a record with the vendor’s count', async () => {
    await using it = await startRealtimeGateway();
    const { text, types } = await conversation(sdkSession(it.gateway.url, 'sk-alice'));
    expect(text).toBe('You said: How do you do?');
    expect([...new Set(types)]).toEqual(TYPES);
    const [record] = await usageOf(it.gateway, 1);
    expect(record).toMatchObject({
      ...{ key: 'alice', model_asked: 'voice', model_served: 'voice', provider: 'up' },
      ...{ completion: 'complete', source: 'provider', cost_nano_usd: TWIN_COST },
      ...{ input: 10, cached_input: 50, audio_input: 40, output: 10, audio_output: 20 },
    });
    const [session] = it.twin.received;
    expect(session?.url).toBe('/v1/realtime?model=gpt-realtime');
    expect(session?.headers).toMatchObject({ authorization: 'Bearer sk-vendor' });
    expect(JSON.stringify(session)).not.toContain('sk-alice');
    const [decision] = it.gateway.running.decisions.newest();
    expect(decision).toMatchObject({ asked_model: 'voice', result: 'serve' });
  });
});

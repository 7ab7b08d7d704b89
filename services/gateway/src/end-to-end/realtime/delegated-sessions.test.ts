import OpenAI, { APIError } from 'openai';
import { describe, expect, it } from 'vitest';
import { plainSession, startRealtimeGateway } from '../../testing/realtime-gateway.ts';

/** What OpenAI's client throws where it is refused. */
async function errorOf(asked: Promise<unknown>): Promise<APIError> {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof APIError) return error;
  throw new Error('nothing was refused', { cause: error });
}

const KEY = 'openai-insecure-api-key';

describe('what would open a session past the gateway', () => {
  it.each([
    ['a client secret', (client) => client.realtime.clientSecrets.create({}), KEY],
    ['a client secret of the beta', (client) => client.beta.realtime.sessions.create({}), KEY],
    [
      'one for transcriptions',
      (client) => client.beta.realtime.transcriptionSessions.create({}),
      KEY,
    ],
    [
      'a call by WebRTC',
      (client) => client.post('/realtime/calls', { body: { sdp: 'v=0' } }),
      'by WebRTC or SIP',
    ],
    [
      'a call by SIP',
      (client) => client.realtime.calls.accept('rtc_1', { type: 'realtime' }),
      'by WebRTC or SIP',
    ],
    [
      'a translation',
      (client) => client.post('/realtime/translations/calls', { body: {} }),
      'in its instructions',
    ],
  ] satisfies [string, (client: OpenAI) => Promise<unknown>, string][])(
    'is refused with what to use instead: %s',
    async (_name, ask, words) => {
      await using it = await startRealtimeGateway();
      const client = new OpenAI({ apiKey: 'sk-alice', baseURL: `${it.gateway.url}/v1` });
      const error = await errorOf(ask(client));
      expect(error).toBeInstanceOf(OpenAI.NotFoundError);
      expect(error).toMatchObject({ code: 'not_served', type: 'invalid_request_error' });
      expect(error.message).toContain('by WebSocket at /v1/realtime?model=MODEL');
      expect(error.message).toContain(words);
      expect(error.requestID).toMatch(/^\S+$/);
      expect(it.twin.received).toEqual([]);
    },
  );

  it.each([
    ['application/sdp', 'v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\n'],
    ['multipart/form-data; boundary=a', '--a\r\n\r\n--a--\r\n'],
  ])('is refused whatever its body is: %s', async (type, body) => {
    await using it = await startRealtimeGateway();
    const answer = await fetch(`${it.gateway.url}/openai/v1/realtime/calls`, {
      ...{ method: 'POST', body, headers: { 'content-type': type, 'api-key': 'sk-alice' } },
    });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: 'not_served' } });
  });

  it('is refused by WebSocket as well: a session of translation', async () => {
    await using it = await startRealtimeGateway();
    const path = '/v1/realtime/translations?model=voice';
    const refused = plainSession(it.gateway.url, { path });
    await expect(refused).rejects.toMatchObject({ status: 404, code: 'not_served' });
    expect(it.twin.received).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { guardrail } from '../../testing/guardrails.ts';
import { key, model, provider } from '../../testing/fragments.ts';
import { startScriptedProvider } from '../../testing/scripted-provider.ts';
import { startTestGateway } from '../../testing/start-test-gateway.ts';
import { soundOf, type Guardrails } from './media-gateway.ts';

const CARDS = guardrail('cards', {
  stages: ['output'],
  detectors: [
    {
      ...{ id: 'pii', type: 'pii', action: 'redact' },
      patterns: [{ pattern: 'CREDIT_CARD', action: 'redact' }],
    },
  ],
});

interface Sent {
  readonly type: string;
  readonly body: string;
  readonly stream?: boolean;
  readonly guardrails?: Guardrails;
}

/** What a transcript is that a provider sends so, as the client has it. */
async function through({ type, body, stream = false, guardrails = [] }: Sent) {
  await using upstream = await startScriptedProvider((response) => {
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  await using gateway = await startTestGateway({
    fragments: {
      providers: [provider('up', { baseUrl: upstream.url, maxRetries: 0 })],
      models: [model('scribe', 'up', { mode: 'transcription' })],
      keys: [key('alice')],
      guardrails,
    },
  });
  const form = new FormData();
  form.append('file', await soundOf('a cat on a mat'));
  form.append('model', 'scribe');
  form.append('stream', String(stream));
  const response = await fetch(`${gateway.url}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-alice' },
    body: form,
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const guarded = async (type: string, body: string, stream = false): Promise<string> => {
  const { text } = await through({ type, body, stream, guardrails: [CARDS] });
  return text;
};

describe('transcripts as vendors write them', () => {
  it.each([
    ['text/html', '<script>1</script>', 502],
    ['text/xml', '<a/>', 502],
    ['text/plain; charset=utf-8', 'a cat on a mat', 200],
    ['text/vtt', 'WEBVTT', 200],
  ])('of the type %s are what no browser takes for anything else', async (type, body, status) => {
    const told = await through({ type, body });
    expect(told.status).toBe(status);
    const isPassed = status === 200;
    expect(told.text.includes(body)).toBe(isPassed);
    expect(told.headers.get('x-content-type-options')).toBe(isPassed ? 'nosniff' : null);
    if (!isPassed) expect(told.headers.get('content-type')).toBe('application/json');
  });
});

describe('guardrails of transcripts as vendors write them', () => {
  it.each([
    ['text/plain', '1', ','],
    ['text/vtt', 'WEBVTT\n', '.'],
  ])('find what stands across cues of subtitles: %s', async (type, head, point) => {
    const cue = (at: number, text: string) =>
      `00:00:0${at}${point}000 --> 00:00:0${at + 1}${point}000\n${text}\n\n`;
    const harmless = `${head}\n${cue(0, 'my card')}${cue(1, 'is lost')}`;
    expect(await guarded(type, harmless)).toBe(harmless);
    const split = `${head}\n${cue(0, 'my card 4111 1111')}${cue(1, '1111 1111 is lost')}`;
    const told = await guarded(type, split);
    expect(told).not.toContain('1111');
    expect(told).toMatch(
      new RegExp(`^${head}\n00:00:00${point}000 --> 00:00:02${point}000\nmy card .* is lost\n\n$`),
    );
  });

  it('find what stands across segments of a stream, and let what is none pass', async () => {
    const event = (type: string, members: object) =>
      `data: ${JSON.stringify({ type: `transcript.text.${type}`, ...members })}\n\n`;
    const events = (...texts: string[]) =>
      texts.map((text) => event('segment', { text })).join('') + event('done', { text: '' });
    const told = await guarded(
      'text/event-stream',
      events('my card 4111 1111', '1111 1111 is', 'lost'),
      true,
    );
    expect(told).toContain('my card 4111 1111');
    expect(told).not.toContain('1111 1111 is');
    expect(told).toContain('lost');
    const harmless = await guarded('text/event-stream', events('my card', 'is lost'), true);
    expect(harmless).toContain('is lost');
  });

  it('read subtitles line by line, however many cues have no end', async () => {
    // Each that was looked for to the end of the text would take the square of their number.
    const cues = `00:00:00.000 --> 00:00:01.000\n`.repeat(100_000);
    const told = await guarded('text/vtt', `WEBVTT\n\n${cues}the end`);
    expect(told).toContain('the end');
  });
});

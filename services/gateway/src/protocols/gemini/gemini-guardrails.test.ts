import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDetectors, TestGuard } from '../../guardrails/testing/test-guard.ts';
import { atOnce } from '../../guardrails/output/slices.ts';
import { budget } from '../../testing/budgets.ts';
import { key, model, provider } from '../../testing/fragments.ts';
import { guardrail } from '../../testing/guardrails.ts';
import { startTestGateway, type TestGateway } from '../../testing/start-test-gateway.ts';
import { startTwin, type Twin } from '../../twins/kit/start-twin.ts';
import { geminiRoutes } from '../../twins/gemini/gemini-twin.ts';
import { guardDocument, GuardedGeminiStream } from './guarded/guarded-answers.ts';

let twin: Twin;
let gateway: TestGateway;

beforeAll(async () => {
  twin = await startTwin({ routes: geminiRoutes() });
  const seen = { stages: ['input' as const] };
  gateway = await startTestGateway({
    fragments: {
      keys: [
        key('alice', { organization: 'acme' }),
        key('bob', { organization: 'globex' }),
        key('carol', { organization: 'initech' }),
      ],
      providers: [
        provider('google', {
          ...{ type: 'gemini', baseUrl: `${twin.origin}/v1beta` },
          headers: { 'x-goog-api-key': 'key' },
        }),
      ],
      models: [
        model('main', 'google', {
          upstreamModel: 'gemini-2.5-flash',
          prices: { input: '1000000000', output: '1000000000' },
        }),
      ],
      budgets: [budget('none', '0.000001', { organization: 'initech' })],
      guardrails: [
        guardrail('in', { ...seen, organization: 'acme', unscannable: 'block' }),
        guardrail('out', { stages: ['output'], organization: 'globex' }),
      ],
    },
  });
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await twin[Symbol.asyncDispose]();
});

const post = async (who: string, body: object, method = 'generateContent') => {
  const answer = await fetch(`${gateway.url}/v1beta/models/main:${method}`, {
    method: 'POST',
    headers: { 'x-goog-api-key': `sk-${who}` },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
};
const user = (...parts: object[]) => ({ role: 'user', parts });

describe('a guardrail on requests', () => {
  it('looks at all that the model reads, and leaves the rest as it came', async () => {
    const mail = (name: string) => `${name}@example.org`;
    const body = {
      systemInstruction: { parts: [{ text: mail('system') }] },
      contents: [
        user({ text: `x ${mail('user')}` }),
        { role: 'model', parts: [{ functionCall: { name: 'a', args: { to: mail('args') } } }] },
        user({ functionResponse: { name: 'a', response: { output: mail('result') } } }),
      ],
      tools: [
        {
          functionDeclarations: [
            {
              name: 'a',
              description: mail('tool'),
              parametersJsonSchema: { type: 'object', description: mail('schema') },
            },
          ],
        },
      ],
      generationConfig: { temperature: 0.25 },
    };
    const { status } = await post('alice', body);
    expect(status).toBe(200);
    const sent = twin.received.at(-1)?.body.toString() ?? '';
    expect(sent).not.toContain('@example.org');
    expect(sent.match(/EMAIL_ADDRESS/g)).toHaveLength(6);
    expect(sent).toContain('"generationConfig":{"temperature":0.25}');
  });

  it.each([
    ['a picture', user({ inlineData: { mimeType: 'image/png', data: 'AAAA' } })],
    ['an address in a name', user({ text: 'x', 'ann@example.org': 1 })],
  ])('refuses %s, which nothing can take the place of', async (_what, content) => {
    const before = twin.received.length;
    const { status, text } = await post('alice', { contents: [content] });
    expect(status).toBe(403);
    expect(JSON.parse(text)).toMatchObject({ error: { code: 403, status: 'PERMISSION_DENIED' } });
    expect(twin.received.length).toBe(before);
  });
});

describe('a guardrail on answers', () => {
  const contents = [user({ text: 'write to ann@example.org now' })];

  it('redacts documents and streams', async () => {
    const { text } = await post('bob', { contents });
    expect(text).toContain('write to <EMAIL_ADDRESS_1> now');
    const stream = await post('bob', { contents }, 'streamGenerateContent?alt=sse');
    expect(stream.status).toBe(200);
    expect(stream.text).not.toContain('ann@');
    expect(said(stream.text)).toBe('You said: write to <EMAIL_ADDRESS_1> now');
    expect(stream.text.match(/finishReason/g)).toHaveLength(1);
  });

  it('redacts streams that are a list', async () => {
    const { status, text } = await post('bob', { contents }, 'streamGenerateContent');
    const list = JSON.parse(text) as object[];
    expect(status).toBe(200);
    expect(said(list.map((one) => `data: ${JSON.stringify(one)}\n\n`).join(''))).toBe(
      'You said: write to <EMAIL_ADDRESS_1> now',
    );
  });
});

it('refuses who has spent the budget', async () => {
  const { status, text } = await post('carol', { contents: [user({ text: 'x'.repeat(4000) })] });
  expect([status, text]).toEqual([429, expect.stringContaining('budget')]);
});

/** The text of a stream. */
function said(stream: string): string {
  const texts = stream.split('\n\n').map((event) => {
    if (!event.startsWith('data: ')) return '';
    const { candidates } = JSON.parse(event.slice(6)) as {
      candidates: { content?: { parts?: { text?: string }[] } }[];
    };
    return (candidates[0]?.content?.parts ?? []).map(({ text }) => text ?? '').join('');
  });
  return texts.join('');
}

const guardOf = (refused: string[] = []) => new TestGuard({ detectors: testDetectors(), refused });
const answer = (parts: object[], more: object = {}) =>
  JSON.stringify({ candidates: [{ content: { role: 'model', parts }, ...more }] });
const guarded = (document: string, guard = guardOf()) =>
  atOnce(guardDocument(Buffer.from(document), guard))?.toString();

describe('what a guard lets go on', () => {
  it('is the very same bytes where there is nothing to replace', () => {
    const body = Buffer.from(answer([{ text: 'fine' }]));
    expect(atOnce(guardDocument(body, guardOf()))).toBe(body);
  });

  it('holds no address that is cut in parts, stands in arguments, or somewhere unknown', () => {
    const parts = [{ text: 'a ann@exam' }, { text: 'ple.org b' }];
    expect(guarded(answer(parts))).not.toMatch(/ann@exam.*ple\.org/);
    const call = { functionCall: { name: 'a', args: { to: 'ann@example.org' } } };
    expect(guarded(answer([call]))).toContain('"args":{"to":"<EMAIL_ADDRESS_1>"}');
    expect(guarded(answer([{ executableCode: { code: 'ann@example.org' } }]))).not.toContain(
      'ann@',
    );
    expect(guarded(answer([], { groundingMetadata: { 'ann@example.org': 1 } }))).not.toContain(
      'ann@',
    );
    expect(guarded('{"candidates":[],"candidates":[],"other":["ann@example.org"]}')).toBe(
      '{"candidates":[],"other":["<EMAIL_ADDRESS_1>"]}',
    );
  });

  it('is nothing where it holds what cannot be looked at, and that is refused', () => {
    const picture = answer([{ inlineData: { mimeType: 'image/png', data: 'AA' } }]);
    expect(guarded(picture, guardOf(['image']))).toBeUndefined();
    expect(guarded(picture)).toBe(picture);
  });

  it('never brings an address, however a stream is cut, and loses nothing else', () => {
    const text = 'You may write to ann@example.org, or to nobody.';
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 60, maxLength: 60 }),
        fc.boolean(),
        (sizes, endsEach) => {
          const events: string[] = [];
          let at = 0;
          for (const size of sizes) {
            const piece = text.slice(at, at + size);
            at += size;
            if (piece !== '')
              events.push(
                answer(
                  [{ text: piece }],
                  endsEach || at >= text.length ? { finishReason: 'STOP' } : {},
                ),
              );
          }
          const stream = new GuardedGeminiStream(guardOf());
          const out = events.map((event) =>
            atOnce(stream.push(Buffer.from(`data: ${event}\r\n\r\n`))).toString(),
          );
          const whole = out.join('') + atOnce(stream.end()).toString();
          expect(said(whole)).toBe('You may write to <EMAIL_ADDRESS_1>, or to nobody.');
          expect(whole.match(/finishReason/g)).toHaveLength(1);
        },
      ),
    );
  });
});

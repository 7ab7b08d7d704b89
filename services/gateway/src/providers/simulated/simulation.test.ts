import { parseJson } from '@aicp/common/json/parse-json';
import { requestCharacters } from '@aicp/contracts/routing/prompt-characters';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SIMULATION, planAnswer } from './simulation.ts';

const STAMP = { id: 'chatcmpl-1', created: 1 };
const ask = (more: object = {}) =>
  Buffer.from(
    JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hello' }], ...more }),
  );
const plan = (simulation: object, count = 0, body = ask()) =>
  planAnswer(
    { body, promptCharacters: requestCharacters(parseJson(body.toString())) },
    count,
    { ...DEFAULT_SIMULATION, ...simulation },
    STAMP,
  );

interface Completion {
  readonly choices: { message: { content: string }; finish_reason: string }[];
  readonly usage: Record<string, unknown>;
}
const documentOf = (...args: Parameters<typeof plan>) =>
  JSON.parse(plan(...args).chunks[0]!.toString()) as Completion;
const textOf = (...args: Parameters<typeof plan>) =>
  documentOf(...args).choices[0]!.message.content;

describe('a simulated answer', () => {
  it('is the same for the same seed and messages, and another for others', () => {
    expect(textOf({})).toBe(textOf({}, 5));
    expect(textOf({ seed: 1 })).not.toBe(textOf({ seed: 2 }));
    const other = ask({ messages: [{ role: 'user', content: 'bye' }] });
    expect(textOf({}, 0, other)).not.toBe(textOf({}));
  });

  it('has as many tokens as it is set to, or fewer where the request asks for fewer', () => {
    expect(documentOf({ outputTokens: 7 })).toMatchObject({
      choices: [{ finish_reason: 'stop' }],
      usage: { completion_tokens: 7 },
    });
    const cut = documentOf({ outputTokens: 7 }, 0, ask({ max_tokens: 3 }));
    expect(cut).toMatchObject({
      choices: [{ finish_reason: 'length' }],
      usage: { completion_tokens: 3 },
    });
    expect(cut.choices[0]?.message.content.split(' ')).toHaveLength(3);
    const newer = ask({ max_tokens: 3, max_completion_tokens: 2 });
    expect(documentOf({}, 0, newer).usage.completion_tokens).toBe(2);
  });

  it('as a stream says the same, a token a chunk, with usage where it is asked for', () => {
    const streamed = (more: object) => {
      const { chunks } = plan({ outputTokens: 4 }, 0, ask({ stream: true, ...more }));
      return Buffer.concat(chunks).toString();
    };
    const events = streamed({}).split('\n\n');
    const contents = events.flatMap((event) => /"content":"([^"]*)"/.exec(event)?.[1] ?? []);
    expect(contents.join('')).toBe(textOf({ outputTokens: 4 }));
    expect(contents).toHaveLength(4);
    expect(events.at(-2)).toBe('data: [DONE]');
    expect(streamed({})).not.toContain('"usage"');
    expect(streamed({ stream_options: { include_usage: true } })).toContain(
      '"choices":[],"usage":{"prompt_tokens":',
    );
  });

  it('counts no text of a picture, however large', () => {
    const tokens = (url: string) => {
      const content = [
        { type: 'text', text: 'what?' },
        { type: 'image_url', image_url: { url } },
      ];
      const { usage } = documentOf({}, 0, ask({ messages: [{ role: 'user', content }] }));
      return usage['prompt_tokens'];
    };
    expect(tokens('a'.repeat(2_000_000))).toBe(tokens('a'));
  });

  it.each(['', '[]', '{}', '{"messages":1}', '{'])('to %s is 400', (body) => {
    expect(plan({}, 0, Buffer.from(body)).status).toBe(400);
  });
});

describe('simulated failures', () => {
  const statuses = (simulation: object) =>
    Array.from({ length: 1000 }, (_, count) => plan(simulation, count).status);

  it('come as often as they are set to, the same ones for the same seed', () => {
    const simulation = { errorRate: 0.25, errorStatus: 503, seed: 9 };
    const first = statuses(simulation);
    expect(first.filter((status) => status === 503).length).toBeGreaterThan(200);
    expect(first.filter((status) => status === 503).length).toBeLessThan(300);
    expect(statuses(simulation)).toEqual(first);
    expect(statuses({ ...simulation, seed: 10 })).not.toEqual(first);
  });

  it('are none at rate 0 and all at rate 1', () => {
    expect(new Set(statuses({}))).toEqual(new Set([200]));
    expect(new Set(statuses({ errorRate: 1, errorStatus: 429 }))).toEqual(new Set([429]));
  });

  it('by breaking come as often as they are set to', () => {
    const breaks = Array.from(
      { length: 1000 },
      (_, count) => plan({ abortRate: 0.5 }, count).breaks,
    );
    const share = breaks.filter(Boolean).length / breaks.length;
    expect(share).toBeGreaterThan(0.44);
    expect(share).toBeLessThan(0.56);
  });
});

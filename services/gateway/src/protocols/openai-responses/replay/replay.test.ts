import { describe, expect, it } from 'vitest';
import { askedIn } from './asked.ts';
import { replay } from './replay.ts';

const message = {
  ...{ id: 'msg_1', type: 'message', status: 'completed', role: 'assistant' },
  content: [{ type: 'output_text', annotations: [], text: 'Hello there. '.repeat(200) }],
};
const reasoning = {
  ...{ id: 'rs_1', type: 'reasoning', encrypted_content: 'gAA' },
  summary: [{ type: 'summary_text', text: 'Hm' }],
};
const response = {
  ...{ id: 'resp_1', object: 'response', status: 'completed', error: null, model: 'm' },
  ...{ output: [reasoning, message], usage: { input_tokens: 1, output_tokens: 2 }, odd: 1 },
};
const bytesOf = (value: object): Buffer => Buffer.from(JSON.stringify(value));
const NO_TOKENS = {
  ...{ input: 0, cached_input: 0, cache_write: 0, output: 0, reasoning: 0 },
  ...{ audio_input: 0, audio_output: 0 },
};

describe('a response that is given again', () => {
  it('is the same as a stream, and from a stream', () => {
    const stream = replay.streamOf(bytesOf(response), true);
    expect(JSON.parse(String(replay.documentOf(stream, NO_TOKENS)))).toEqual(response);
    const events = stream
      .toString()
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice(6)) as Record<string, unknown>);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, at) => at));
    const told = (type: string) =>
      events.flatMap((event) => (event['type'] === type ? [event['delta'] ?? event['text']] : []));
    const text = message.content[0]?.text ?? '';
    expect(told('response.output_text.delta').length).toBeGreaterThan(1);
    expect(told('response.output_text.delta').join('')).toBe(text);
    expect(told('response.output_text.done')).toEqual([text]);
    expect(told('response.reasoning_summary_text.delta')).toEqual(['Hm']);
  });

  it('is a whole one in text alone', () => {
    const isRepeatable = (more: object) => replay.isRepeatable(bytesOf({ ...response, ...more }));
    expect(isRepeatable({})).toBe(true);
    const call = { id: 'fc_1', type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' };
    const refusal = { ...message, content: [{ type: 'refusal', refusal: 'No.' }] };
    for (const output of [[], [reasoning], [message, call], [refusal]])
      expect(isRepeatable({ output })).toBe(false);
    expect(isRepeatable({ status: 'incomplete' })).toBe(false);
    expect(isRepeatable({ error: { message: 'no' } })).toBe(false);
    const cut = replay.streamOf(bytesOf(response), true).subarray(0, -400);
    expect(replay.documentOf(cut, NO_TOKENS)).toBeUndefined();
  });
});

describe('what a request for a response asks', () => {
  const asked = (body: object) => askedIn(bytesOf(body));
  const canonical = (body: object): unknown => {
    const found = asked(body);
    return 'reason' in found ? found.reason : found.canonical;
  };
  const question = { model: 'm', input: 'Hi', instructions: 'Be brief.' };

  it('is the same however it is to come, and another where anything else differs', () => {
    expect(canonical({ ...question, model: 'n', stream: true })).toBe(canonical(question));
    for (const more of [
      { input: 'Ho' },
      { metadata: { a: 'b' } },
      { user: 'ann' },
      { store: false },
    ])
      expect(canonical({ ...question, ...more })).not.toBe(canonical(question));
  });

  it('is none to keep where it shows pictures, or has tools that the vendor runs', () => {
    const image = { type: 'input_image', image_url: 'https://x' };
    expect(canonical({ input: [{ role: 'user', content: [image] }] })).toBe('media');
    expect(canonical({ ...question, tools: [{ type: 'web_search' }] })).toBe('tools');
    expect(canonical({ ...question, temperature: 'x' })).toBe('temperature');
  });

  it('ends with a question of the user, which others may ask in other words', () => {
    const alike = (input: unknown) => {
      const found = asked({ ...question, input });
      return 'reason' in found ? undefined : found.alike();
    };
    expect(alike('Hi')?.text).toBe('Hi');
    const said = (content: unknown) => [{ role: 'user', content }];
    expect(alike(said('Hi'))?.text).toBe('Hi');
    expect(alike(said([{ type: 'input_text', text: 'Hi' }]))?.text).toBe('Hi');
    expect(alike(said('Hi'))?.frame).toBe(alike(said('Ho'))?.frame);
    expect(alike(said('Hi'))?.frame).not.toBe(alike('Hi')?.frame);
    expect(alike([{ role: 'assistant', content: 'Hi' }])).toBeUndefined();
  });
});

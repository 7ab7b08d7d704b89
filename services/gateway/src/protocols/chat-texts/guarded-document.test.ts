import { describe, expect, it } from 'vitest';
import { testDetectors, TestGuard } from '../../guardrails/testing/test-guard.ts';
import { SLICE_UNITS } from '@aicp/detection/kernel/slice-units';
import { atOnce } from '../../guardrails/output/slices.ts';
import { guardDocument } from './guarded-document.ts';

const guardOf = (options: { refused?: string[]; blocked?: string[] } = {}): TestGuard =>
  new TestGuard({ detectors: testDetectors(options.blocked), refused: options.refused ?? [] });

const guarded = (json: string, guard = guardOf()): string | undefined =>
  atOnce(guardDocument(Buffer.from(json), guard))?.toString();

const message = (members: string): string =>
  `{"id":"c","choices":[{"index":0,"message":{"role":"assistant",${members}},"finish_reason":"stop"}]}`;

describe('a guarded document', () => {
  it.each([
    ['content', '"content":"ann@example.org"'],
    ['parts of content', '"content":[{"type":"text","text":"ann@example.org"}]'],
    [
      'thinking in parts',
      '"content":[{"type":"thinking","thinking":[{"type":"text","text":"ann@example.org"}]}]',
    ],
    ['a refusal', '"content":null,"refusal":"ann@example.org"'],
    ['reasoning', '"reasoning_content":"ann@example.org"'],
    [
      'details of reasoning',
      '"reasoning_details":[{"type":"reasoning.text","text":"ann@example.org"}]',
    ],
    [
      'a call of a function',
      '"function_call":{"name":"f","arguments":"{\\"to\\":\\"ann@example.org\\"}"}',
    ],
    [
      'the input of a tool of its own',
      '"tool_calls":[{"id":"1","type":"custom","custom":{"name":"f","input":"ann@example.org"}}]',
    ],
    [
      'arguments that are an object',
      '"tool_calls":[{"function":{"name":"f","arguments":{"to":["ann@example.org"]}}}]',
    ],
    ['a transcript', '"audio":{"id":"a","transcript":"ann@example.org"}'],
    [
      'a citation',
      '"annotations":[{"type":"url_citation","url_citation":{"title":"ann@example.org"}}]',
    ],
    ['a name that is written with escapes', '"c\\u006fntent":"ann@example.org"'],
    ['a text that is written with escapes', '"content":"ann\\u0040example.org"'],
    ['the first of two members of a name', '"content":"ann@example.org","content":"x"'],
  ])('has what was found replaced in %s, and nothing else', (_, members) => {
    const json = message(members);
    const expected = json.replace(/ann(?:@|\\u0040)example\.org/, '<EMAIL_ADDRESS_1>');
    expect(guarded(json)).toBe(expected);
  });

  it('leaves seals as they are, which only their vendor can read', () => {
    const seal = `${'Ab1+/_-.'.repeat(40)}2024==`;
    const json = message(
      `"reasoning_details":[{"type":"reasoning.text","text":"2024","signature":"${seal}","format":"messages"}],"tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{}"},"extra_content":{"google":{"thought_signature":"${seal}"}}}]`,
    );
    expect(guarded(json)).toBe(json.replace('"text":"2024"', '"text":"<FOUR_1>"'));
  });

  it('stays JSON where a number of arguments is replaced', () => {
    const json = message(
      '"tool_calls":[{"function":{"arguments":"{\\"year\\": 2024, \\"n\\": 7}"}}]',
    );
    expect(guarded(json)).toBe(json.replace('2024', '\\"<FOUR_1>\\"'));
  });

  it('is the same bytes where nothing was found', () => {
    const body = Buffer.from(message('"content":"words", "refusal" : null, "n":1e400'));
    expect(atOnce(guardDocument(body, guardOf()))).toBe(body);
  });

  it('does not tell its text a second time', () => {
    const json = `{"choices":[{"logprobs":{"content":[{"token":"a"}]},"token_ids":[1],"message":{"content":"a"}}]}`;
    expect(guarded(json)).toBe(
      '{"choices":[{"logprobs":null,"token_ids":null,"message":{"content":"a"}}]}',
    );
  });

  it.each([
    ['audio', message('"audio":{"id":"a","data":"UklGRg=="}')],
    ['image', message('"images":[{"type":"image_url","image_url":{"url":"data:x"}}]')],
    ['unknown_field', message('"poem":{"lines":["roses"]}')],
    ['unknown_field', message('"content":4111111111111111')],
    ['unknown_field', message('"ann@example.org":1')],
    ['unknown_field', message('"poem":{"ann@example.org":{}}')],
    ['unknown_field', message('"tool_calls":[{"id":"of Ann"}]')],
    ['unknown_field', message('"tool_calls":[{"type":"t4711"}]')],
    ['unknown_field', '{"usage":{"note":"of Ann"},"choices":[]}'],
    ['unknown_field', '{"usage":{"details":[{"of Ann":1}]},"choices":[]}'],
    ['unknown_field', '{"prompt_filter_results":[{"hate":{"severity":"Ann"}}],"choices":[]}'],
    ['unknown_field', '{"choices":[{"content_filter_results":{"a":{"detail":"of Ann"}}}]}'],
    ['unknown_field', '{"choices":[{"finish_reason":"ghp_4711"}]}'],
    ['unknown_field', '{"choices":[{"index":"Ann"}]}'],
    ['unknown_field', '{"x_groq":{"error":"of Ann"},"choices":[]}'],
    ['unknown_field', '{"system_fingerprint":"of Ann","choices":[]}'],
    ['unknown_field', '{"service_tier":"4711","choices":[]}'],
    ['unknown_field', '{"id":"of Ann","choices":[]}'],
    ['unknown_field', '{"model":"ann@example.org","choices":[]}'],
    ['unknown_field', '{"obfuscation":"of Ann","choices":[]}'],
    ['unknown_field', '{"provider":"0170 1234567","choices":[]}'],
    ['unknown_field', '{"answer":"text","choices":[{"message":{"content":"a"}}]}'],
  ])('says that it holds what is not looked at: %s', (what, json) => {
    const guard = guardOf();
    expect(guarded(json, guard)).toBe(json);
    expect(guard.unseen).toEqual([what]);
    expect(guarded(json, guardOf({ refused: [what] }))).toBeUndefined();
  });

  it('says nothing of members that hold no text', () => {
    const guard = guardOf();
    const json = JSON.stringify({
      ...{ id: 'chatcmpl-tool:9+/=', object: 'chat.completion', created: 1, model: '@cf/m@2024' },
      ...{ system_fingerprint: 'fp_44709d6fcb', service_tier: 'on_demand', obfuscation: 'xY9' },
      ...{ provider: 'Google AI Studio', x_groq: { id: 'req_01', usage: { total_time: 0.1 } } },
      usage: { prompt_tokens: 1, ephemeral_5m_input_tokens: null, is_byok: true, x: '' },
      prompt_filter_results: [
        {
          prompt_index: 0,
          content_filter_results: { hate: { filtered: false, severity: 'safe' } },
        },
      ],
      timings: { ms: 1 },
      choices: [
        {
          ...{ index: 0, finish_reason: 'tool_calls', native_finish_reason: 'STOP', odd: [] },
          content_filter_results: { self_harm: { filtered: false, severity: 'medium' } },
          message: {
            ...{ role: 'assistant', content: 'a' },
            tool_calls: [{ index: 0, id: 'functions.f:0', type: 'function' }],
            reasoning_details: [{ type: 'reasoning.text', format: 'google-gemini-v1', text: 'a' }],
          },
        },
      ],
    });
    expect(guarded(json, guard)).toBe(json);
    expect(guard.unseen).toEqual([]);
  });

  it('does not go on where any of its texts is stopped', () => {
    const json = message(
      '"content":"fine","tool_calls":[{"function":{"arguments":"{\\"q\\":\\"forbidden\\"}"}}]',
    );
    expect(guarded(json, guardOf({ blocked: ['forbidden'] }))).toBeUndefined();
  });
});

it('a long text of a document is looked at in slices', () => {
  const text = 'jo@example.org '.repeat((10 * SLICE_UNITS) / 15);
  const json = JSON.stringify({ choices: [{ message: { content: text } }] });
  const slices = guardDocument(Buffer.from(json), guardOf());
  let count = 0;
  let step = slices.next();
  for (; step.done !== true; step = slices.next()) {
    expect(step.value).toBeLessThan(2 * SLICE_UNITS);
    count += 1;
  }
  expect(count).toBeGreaterThanOrEqual(10);
  expect(step.value?.toString()).toBe(json.replaceAll(/jo@example\.org/g, '<EMAIL_ADDRESS_1>'));
});

it('reads the parts of a content as one text', () => {
  const parts = ['ann@exam', 'ple.org', ' now'].map((text) => ({ type: 'text', text }));
  const told = JSON.parse(guarded(message(`"content":${JSON.stringify(parts)}`)) ?? '') as {
    choices: { message: { content: { text: string }[] } }[];
  };
  const texts = told.choices[0]?.message.content.map(({ text }) => text) ?? [];
  expect(texts.join('')).toBe('<EMAIL_ADDRESS_1> now');
  // A member that stands there twice does not keep its text apart from the parts around it.
  const twice =
    '[{"type":"text","text":"ann@exam"},{"type":"x","type":"text","text":"-","text":"ple.org"}]';
  expect(guarded(message(`"content":${twice}`))).not.toMatch(/ann@|ple\.org/);
});

import { describe, expect, it } from 'vitest';
import { atOnce } from '../../guardrails/output/slices.ts';
import { testDetectors, TestGuard } from '../../guardrails/testing/test-guard.ts';
import { plantings } from '../testing/plantings.ts';
import { GuardedEvents } from './guarded-events.ts';
import { guardResponse } from './guarded-response.ts';

const SECRET = 'ann@example.org';
/** Short, and of the form of a word. */
const NUMBER = '123-45-6789';
const CARD = 4_111_111_111_111_111;

const annotation = { type: 'url_citation', start_index: 1, title: 'x', url: 'x' };
const part = { type: 'output_text', text: 'x', annotations: [annotation], logprobs: [] };
const OUTPUT = [
  {
    id: 'rs_1',
    type: 'reasoning',
    summary: [{ type: 'summary_text', text: 'x' }],
    encrypted_content: 'AA',
  },
  {
    id: 'm_1',
    type: 'message',
    role: 'assistant',
    status: 'completed',
    phase: 'final',
    content: [part],
  },
  { id: 'f_1', type: 'function_call', call_id: 'c_1', name: 'f', arguments: '{"a":"x"}' },
  {
    id: 'w_1',
    type: 'web_search_call',
    status: 'completed',
    action: { type: 'search', query: 'x' },
  },
  {
    ...{ id: 'p_1', type: 'mcp_call', server_label: 'x', name: 'x', arguments: '{}' },
    output: { status: 'x', role: 'x', reason: 'x', summary: 'x', id: 'x', type: 'x' },
  },
  { id: 'i_1', type: 'image_generation_call', status: 'completed', result: 'AAAA' },
  {
    ...{ id: 'l_1', type: 'mcp_list_tools', server_label: 'x', error: null },
    tools: [
      {
        ...{ name: 'x', description: 'x', annotations: { readOnlyHint: true } },
        input_schema: {
          $schema: 'http://json-schema.org/draft-07/schema#',
          type: 'object',
          properties: { $filter: { $ref: '#/$defs/a' } },
          $defs: { a: { type: 'string' } },
        },
      },
    ],
  },
];
/** A response with a member at every place that OpenAI documents, but for those that repeat the request. */
const RESPONSE = {
  ...{
    id: 'resp_1',
    object: 'response',
    created_at: 1_770_000_000,
    status: 'completed',
    model: 'm',
  },
  ...{ error: { code: 'server_error', message: 'x' }, incomplete_details: { reason: 'max' } },
  ...{ reasoning: { effort: 'low', summary: 'auto' }, service_tier: 'default', output: OUTPUT },
  usage: { input_tokens: 3, input_tokens_details: { cached_tokens: 1 } },
};
const at = { item_id: 'm_1', output_index: 0, content_index: 0 };
const EVENTS = [
  { type: 'response.output_text.delta', ...at, delta: 'x', obfuscation: 'aB3' },
  { type: 'response.output_text.annotation.added', ...at, annotation_index: 0, annotation },
  { type: 'response.content_part.done', ...at, part },
  { type: 'response.audio.delta', response_id: 'r', delta: 'AAAA' },
  { type: 'response.audio.transcript.delta', response_id: 'r', delta: 'x' },
  { type: 'response.output_item.done', output_index: 1, item: OUTPUT[4] },
  {
    ...{ type: 'response.image_generation_call.partial_image', output_index: 5, item_id: 'i' },
    ...{ partial_image_index: 0, partial_image_b64: 'AAAA' },
  },
];

const guardOf = () => new TestGuard({ detectors: testDetectors() });
const ofDocument = (response: unknown, guard = guardOf()) =>
  String(atOnce(guardResponse(Buffer.from(JSON.stringify(response)), guard)));
const ofStream = (events: readonly unknown[], guard = guardOf()) => {
  const stream = new GuardedEvents(guard);
  const out = events.map((event) =>
    String(atOnce(stream.push(Buffer.from(`data: ${JSON.stringify(event)}\n\n`)))),
  );
  return out.join('') + String(atOnce(stream.end()));
};

/** What goes on of an event; nothing of one that breaks off the stream. */
function ofEvent(event: unknown): string {
  try {
    return ofStream([event]);
  } catch (error) {
    if (error instanceof TypeError) return '';
    throw error;
  }
}

/** The places at which something is planted and goes on; names of members are said to be unknown where they have not the form of one. */
const leaksOf = (value: unknown, planted: unknown, go: (value: unknown) => string, told: string) =>
  plantings(value, planted).flatMap(({ where, value: one }) =>
    go(one).includes(told) && !where.endsWith('/=') ? [where] : [],
  );

describe('every place of a response', () => {
  it.each([[SECRET], [[SECRET]], [{ a: SECRET }], [CARD], [[CARD]]])(
    'is looked at where %j stands there',
    (planted) => {
      const told = JSON.stringify(planted).includes(SECRET) ? SECRET : String(CARD);
      expect(leaksOf(RESPONSE, planted, (value) => ofDocument(value), told)).toEqual([]);
      for (const event of EVENTS) expect(leaksOf(event, planted, ofEvent, told)).toEqual([]);
    },
  );

  it('is looked at where a short word may be any text: ids alone are not', () => {
    const leaks = leaksOf(RESPONSE, NUMBER, (value) => ofDocument(value), NUMBER);
    const ids = /\/(?:\w*id|model|encrypted_content|result)$/;
    expect(leaks.filter((where) => !ids.test(where) || where.includes('/4/output'))).toEqual([]);
  });

  it('is said to be unknown where it has a name that is none', () => {
    for (const { where, value } of plantings(RESPONSE, SECRET)) {
      if (!where.endsWith('/=')) continue;
      const guard = guardOf();
      ofDocument(value, guard);
      expect(guard.unseen).toContain('unknown_field');
    }
  });

  it('passes where nothing is found', () => {
    const guard = guardOf();
    expect(JSON.parse(ofDocument(RESPONSE, guard))).toEqual(RESPONSE);
    expect(guard.unseen).toEqual(['image']);
  });
});

describe('what a hostile provider does with responses', () => {
  const says = (text: string, more: object = {}) => ({
    ...{ type: 'response.output_text.delta', ...at, delta: text },
    ...more,
  });

  it('does not get a text by that is cut over parts, or told out of turn', () => {
    const content = ['to ann@exam', 'ple.org'].map((text) => ({ ...part, text }));
    const guard = guardOf();
    const message = { ...OUTPUT[1], content };
    expect(ofDocument({ ...RESPONSE, output: [message] }, guard)).not.toContain('ple.org');
    expect(guard.unseen).toEqual(['split_text']);
    const next = { content_index: 1 };
    expect(ofStream([says('ann@exam'), says('ple.org', next)])).not.toContain('ple.org');
    expect(ofStream([says('x'), says('ple.org', next), says('ann@exam')])).not.toContain(
      'ann@exam',
    );
  });

  it('does not mix texts of kinds that say no item', () => {
    const of = (type: string, delta: string) => ({ type, delta });
    const out = ofStream([
      of('response.audio.transcript.delta', 'ann@exam'),
      of('response.other.delta', '-'),
      of('response.audio.transcript.delta', 'ple.org'),
      { type: 'response.audio.transcript.done' },
    ]);
    expect(out).toContain('"delta":"<EMAIL_ADDRESS_1>"');
    expect(out).not.toMatch(/ann@|ple\.org/);
  });

  it.each([-1, 1.5, '0', 1e300])('breaks off at %j as the number of an item', (output_index) => {
    expect(() => ofStream([says('x', { output_index })])).toThrow(TypeError);
  });

  it('takes members with the names of those that all objects have for others', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      const event = `{"type":"response.${name}.delta","output_index":0,"delta":"x","${name}":"${SECRET}"}`;
      expect(ofStream([JSON.parse(event)])).toContain('<EMAIL_ADDRESS_1>');
      const document = `{"output":[{"${name}":"${SECRET}"}],"${name}":"${SECRET}"}`;
      expect(ofDocument(JSON.parse(document))).not.toContain(SECRET);
      expect(ofStream([{ type: name }])).toContain(name);
    }
  });
});

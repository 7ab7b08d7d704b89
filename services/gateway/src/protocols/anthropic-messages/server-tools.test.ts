import { describe, expect, it } from 'vitest';
import { atOnce } from '@aicp/gateway/guardrails/output/slices';
import { testDetectors, TestGuard } from '@aicp/gateway/guardrails/testing/test-guard';
import { guardDocument } from '../chat-texts/guarded-document.ts';
import { plantings } from '../testing/plantings.ts';
import { GuardedMessageStream } from './guarded-message-stream.ts';
import { MESSAGE } from './message-shapes.ts';
import { MessageTexts } from './message-texts.ts';

const SECRET = 'ann@example.org';
const SEAL = 'EqgfCioIARgBIiQ3YTAwMjY1Mi1mZjM5LTQ1NGUtODgxNC1kNjNjNTk1ZWI3Y==';
const caller = { type: 'code_execution_20260120', tool_id: 'srvtoolu_1' };
const server = (id: string, name: string, input: object) => ({
  ...{ type: 'server_tool_use', id: `srvtoolu_${id}`, name, input, caller },
});
const answered = (tool: string, content: unknown) => ({
  ...{ type: `${tool}_tool_result`, tool_use_id: 'srvtoolu_1', content, caller },
});

/** What Anthropic's own tools do, as an answer has it and the next request sends it back. */
const BLOCKS = [
  server('1', 'web_search', { query: 'weather' }),
  answered('web_search', [
    {
      ...{ type: 'web_search_result', url: 'https://a.example/b', title: 'A page' },
      ...{ encrypted_content: SEAL, page_age: 'April 30' },
    },
  ]),
  answered('web_search', { type: 'web_search_tool_result_error', error_code: 'unavailable' }),
  answered('web_fetch', {
    ...{ type: 'web_fetch_result', url: 'https://a.example/b', retrieved_at: null },
    content: {
      ...{ type: 'document', title: 'A page', citations: { enabled: true } },
      source: { type: 'text', media_type: 'text/plain', data: 'What it says' },
    },
  }),
  answered('code_execution', {
    ...{ type: 'code_execution_result', stdout: '3', stderr: '', return_code: 0 },
    content: [{ type: 'code_execution_output', file_id: 'file_011CNha8iCJcU1wXNR6q4V8w' }],
  }),
  answered('code_execution', {
    ...{ type: 'encrypted_code_execution_result', encrypted_stdout: SEAL, stderr: '' },
    ...{ return_code: 0, content: [] },
  }),
  answered('bash_code_execution', {
    ...{ type: 'bash_code_execution_result', stdout: 'ok', stderr: '', return_code: 0 },
    content: [{ type: 'bash_code_execution_output', file_id: 'file_1' }],
  }),
  answered('text_editor_code_execution', {
    ...{ type: 'text_editor_code_execution_view_result', file_type: 'text', content: 'a = 1' },
    ...{ num_lines: 1, start_line: 1, total_lines: 1 },
  }),
  answered('tool_search', {
    type: 'tool_search_tool_search_result',
    tool_references: [{ type: 'tool_reference', tool_name: 'get_weather' }],
  }),
  answered('advisor', { type: 'advisor_result', text: 'Go on', stop_reason: 'end_turn' }),
  { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'echo', server_name: 'my-mcp.v2', input: {} },
  {
    ...{ type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', is_error: false },
    content: [{ type: 'text', text: 'Hello' }],
  },
  {
    type: 'text',
    text: 'So it is.',
    citations: [
      {
        ...{ type: 'web_search_result_location', cited_text: 'So', encrypted_index: SEAL },
        ...{ url: 'https://a.example/b', title: 'A page' },
      },
    ],
  },
  { type: 'compaction', content: 'What was said', encrypted_content: SEAL },
  {
    ...{ type: 'fallback', from: { model: 'claude-a' }, to: { model: 'claude-b' } },
    trigger: { type: 'refusal', category: null },
  },
];
const UPLOAD = { type: 'container_upload', file_id: 'file_1' };

const requestOf = (content: unknown) => ({
  ...{ model: 'claude', max_tokens: 10 },
  messages: [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content },
  ],
});
const textsOf = (request: object) => new MessageTexts(Buffer.from(JSON.stringify(request)));

const ANSWER = {
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'claude' },
  ...{ content: [...BLOCKS, UPLOAD], stop_reason: 'end_turn', stop_sequence: null },
  container: { id: 'container_1', expires_at: 'tomorrow', skills: null },
  usage: {
    ...{ input_tokens: 1, output_tokens: 2, server_tool_use: { web_search_requests: 1 } },
    iterations: [
      { type: 'advisor_message', model: 'claude-opus-4-6', input_tokens: 1, output_tokens: 1 },
    ],
  },
};
const EVENTS = [
  { type: 'message_start', message: { ...ANSWER, content: [], stop_reason: null } },
  ...ANSWER.content.flatMap((content_block, index) => [
    { type: 'content_block_start', index, content_block },
    { type: 'content_block_stop', index },
  ]),
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: ANSWER.usage },
  { type: 'message_stop' },
];

const guardOf = () => new TestGuard({ detectors: testDetectors() });
const ofDocument = (answer: unknown, guard: TestGuard): string =>
  String(
    atOnce(guardDocument(Buffer.from(JSON.stringify(answer)), guard, { shape: MESSAGE })) ?? '',
  );
const ofStream = (events: readonly unknown[], guard: TestGuard): string => {
  const stream = new GuardedMessageStream(guard);
  const bytes = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  return String(atOnce(stream.push(Buffer.from(bytes)))) + String(atOnce(stream.end()));
};

describe("what Anthropic's own tools did", () => {
  it('is known where a request sends it back, each text of it looked at', () => {
    const { unseen, texts } = textsOf(requestOf(BLOCKS));
    expect([...unseen]).toEqual([]);
    const told = texts.map(({ text }) => text).join('\n');
    for (const text of ['weather', 'What it says', 'a = 1', 'Go on', 'Hello', 'What was said'])
      expect(told).toContain(text);
    expect(told).not.toContain(SEAL);
  });

  it('says what stands elsewhere, or in bytes', () => {
    expect([...textsOf(requestOf([UPLOAD])).unseen]).toEqual(['file']);
    const source = { type: 'base64', media_type: 'application/pdf', data: 'JVBERg==' };
    const fetched = { type: 'web_fetch_result', content: { type: 'document', source } };
    expect([...textsOf(requestOf([answered('web_fetch', fetched)])).unseen]).toEqual(['file']);
    expect([...textsOf(requestOf([{ type: 'novel_tool_result' }])).unseen]).toEqual([
      'unknown_part',
    ]);
  });

  it('has no place in a request where a text is not looked at', () => {
    const leaks = plantings(BLOCKS, SECRET).flatMap(({ where, value }) => {
      const { texts, unseen } = textsOf(requestOf(value));
      const isSeen = unseen.size > 0 || texts.some(({ text }) => text.includes(SECRET));
      return isSeen ? [] : [where];
    });
    expect(leaks).toEqual([]);
  });

  it('goes on as it came in answers, and nothing is said to be unseen', () => {
    const guard = guardOf();
    expect(JSON.parse(ofDocument(ANSWER, guard))).toEqual(ANSWER);
    ofStream(EVENTS, guard);
    expect(guard.unseen).toEqual([]);
  });

  it('has no place in an answer where a text is not looked at', () => {
    for (const { value } of plantings(ANSWER, SECRET)) {
      const guard = guardOf();
      const isOut = ofDocument(value, guard).includes(SECRET);
      expect(isOut && guard.unseen.length === 0).toBe(false);
    }
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBadRequest } from '../protocol.ts';
import { readResponsesRequest } from './responses-request.ts';

const readText = (text: string) => readResponsesRequest(Buffer.from(text));
const read = (body: object) => readText(JSON.stringify({ model: 'm', input: 'a', ...body }));
const item = (one: object) => ({ input: [one] });
const tool = (one: object) => ({ tools: [one] });
const note = (one: object) => ({
  input: [{ role: 'assistant', content: [{ type: 'output_text', text: 'a', annotations: [one] }] }],
});

const CONTAINER = { type: 'container_reference', container_id: 'cntr_1' };

describe('a request for a response', () => {
  it.each([
    ['another model of a tool', tool({ type: 'image_generation', model: 'gpt-image-1' })],
    ['an item by reference', item({ type: 'item_reference', id: 'msg_1' })],
    ['an item that is its id', item({ id: 'msg_1' })],
    ['an item of no type', item({ type: null, id: 'msg_1', content: null, role: 'user' })],
    ['an item that nobody said', item({ id: 'msg_1', content: 'a' })],
    ['reasoning', item({ type: 'reasoning', id: 'rs_1', summary: [] })],
    [
      'reasoning, sealed by nothing',
      item({ type: 'reasoning', id: 'rs_1', encrypted_content: '' }),
    ],
    ['a picture', item({ type: 'image_generation_call', id: 'ig_1' })],
    ['a picture of null', item({ type: 'image_generation_call', id: 'ig_1', result: null })],
    ['what was compacted', item({ type: 'compaction', id: 'cmp_1' })],
    ['a search', item({ type: 'web_search_call', id: 'ws_1', status: 'completed' })],
    ['a search in files', item({ type: 'file_search_call', id: 'fs_1', queries: ['a'] })],
    [
      'a container of a program',
      item({ type: 'code_interpreter_call', id: 'ci_1', container_id: 'cntr_1', code: 'ls' }),
    ],
    [
      'a container of a shell',
      item({ type: 'shell_call', call_id: 'c', action: {}, environment: CONTAINER }),
    ],
    [
      'tools among items',
      item({
        type: 'additional_tools',
        tools: [{ type: 'file_search', vector_store_ids: ['vs_1'] }],
      }),
    ],
    ['an item that is new', item({ type: 'novel', thing: [{ thing_id: 'x' }] })],
    ['a file in a note', note({ type: 'file_citation', file_id: 'file-1', index: 0 })],
    [
      'a container in a note',
      note({ type: 'container_file_citation', container_id: 'cntr_1', file_id: 'cfile_1' }),
    ],
    ['vector stores', tool({ type: 'file_search', vector_store_ids: ['vs_1'] })],
    ['a container', tool({ type: 'code_interpreter', container: 'cntr_1' })],
    [
      'files',
      tool({ type: 'code_interpreter', container: { type: 'auto', file_ids: ['file-1'] } }),
    ],
    ['a container of a tool', tool({ type: 'shell', environment: CONTAINER })],
    [
      'a skill',
      tool({
        type: 'shell',
        environment: { skills: [{ type: 'skill_reference', skill_id: 's' }] },
      }),
    ],
    ['a mask', tool({ type: 'image_generation', input_image_mask: { file_id: 'file-1' } })],
    ['a tunnel', tool({ type: 'mcp', server_label: 'a', tunnel_id: 't_1' })],
    ['a connector', tool({ type: 'mcp', server_label: 'a', connector_id: 'connector_gmail' })],
    [
      'somebody’s connector',
      tool({ type: 'mcp', connector_id: 'connector_68a3f', authorization: 'Bearer a' }),
    ],
    ['a function of Azure', tool({ type: 'azure_function', azure_function: { function: {} } })],
    [
      'an API that Azure asks as itself',
      tool({ type: 'openapi', openapi: { auth: { type: 'managed_identity' } } }),
    ],
    ['a memory', tool({ type: 'memory_search_preview', memory_store_name: 'm' })],
    [
      'a function of Azure among items',
      item({ type: 'additional_tools', tools: [{ type: 'azure_function' }] }),
    ],
    ['what is new of a tool', tool({ type: 'novel', thing: { thing_id: 'x' } })],
    ['another answer', { prompt_cache_options: { comparison_response_id: 'resp_1' } }],
    ['an agent', { agent_reference: { type: 'agent_reference', name: 'a' } }],
    ['an agent by its older name', { agent: { name: 'a' } }],
    ['sources of Azure', { data_sources: [{ type: 'azure_search' }] }],
    ['what is new', { session_id: 'sess_1' }],
    ['what is new, deeper', { novel: [{ id: 'x' }] }],
    ['a conversation', { conversation: 'conv_1' }],
    ['a conversation as an object', { conversation: { id: 'conv_1' } }],
  ])('that names %s is refused, and told what to do', (_name, body) => {
    const refused = read(body);
    if (!isBadRequest(refused)) throw new Error('it was taken');
    expect(refused.message).toMatch(/send|leave|left out/i);
  });

  it('is refused where what it names stands there twice, or in another form', () => {
    for (const one of [
      '{"type":"file_search","vector_store_ids":["vs_1"],"vector_store_ids":[]}',
      '{"type":"file_search","vector_store\\u005fids":["vs_1"]}',
      '{"type":"file_search","Vector_Store_IDs":["vs_1"]}',
      '{"type":"code_interpreter","container":"cntr_1","container":{"type":"auto"}}',
    ])
      expect(isBadRequest(readText(`{"model":"m","input":"a","tools":[${one}]}`))).toBe(true);
    for (const one of [
      '{"type":"reasoning","id":"rs_1","encrypted_content":null,"encrypted_content":"gAAA"}',
      '{"type":"reasoning","id":"rs_1","id":"rs_aicp_1_0"}',
      '{"type":"code_interpreter_call","container_id":"cntr_1","container_id":null}',
      '{"type":"item_refer\\u0065nce","id":"msg_1"}',
    ])
      expect(isBadRequest(readText(`{"model":"m","input":[${one}]}`))).toBe(true);
  });

  it.each([
    ['a message', item({ role: 'user', content: 'a', id: 'msg_1' })],
    ['reasoning that is whole', item({ type: 'reasoning', id: 'rs_1', encrypted_content: 'gAAA' })],
    ['reasoning of another vendor', item({ type: 'reasoning', id: 'rs_aicp_ab_0', summary: [] })],
    ['reasoning without an id', item({ type: 'reasoning', summary: [] })],
    ['a picture', item({ type: 'image_generation_call', id: 'ig_1', result: 'aGk=' })],
    ['a search', item({ type: 'web_search_call', id: 'ws_1', action: { type: 'search' } })],
    ['a source', note({ type: 'url_citation', url: 'https://a.example', title: 'a' })],
    ['no notes', note([])],
    [
      'a call',
      item({ type: 'function_call', id: 'fc_1', call_id: 'c', name: 'f', arguments: '{}' }),
    ],
    [
      'a shell of the client',
      item({ type: 'shell_call', id: 'sh_1', call_id: 'c', environment: { type: 'local' } }),
    ],
    ['an approval', item({ type: 'mcp_approval_response', approval_request_id: 'mcpr_1' })],
    [
      'a connector with an authorization',
      tool({ type: 'mcp', connector_id: 'connector_gmail', authorization: 'a' }),
    ],
    ['arguments that are called so', tool({ type: 'x', parameters: { type: 'openapi' } })],
    [
      'a schema',
      { text: { format: { type: 'json_schema', schema: { properties: { user_id: {} } } } } },
    ],
    ['arguments', tool({ type: 'namespace', tools: [{ parameters: { properties: { id: {} } } }] })],
    ['settings', { reasoning: { effort: 'low' }, safety_identifier: 'x', prompt_cache_key: 'k' }],
  ])('with %s is taken', (_name, body) => {
    const taken = read(body);
    expect(isBadRequest(taken) ? taken.message : 'taken').toBe('taken');
  });

  it('is refused with an id wherever it stands in a tool or an item', () => {
    const within = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.constant({ vector_store_ids: ['vs_1'] }),
        fc.array(tie('tree'), { minLength: 1, maxLength: 2 }),
        fc.dictionary(fc.constantFrom('a', 'tools', 'filters'), tie('tree'), { minKeys: 1 }),
      ),
    })).tree;
    fc.assert(
      fc.property(within, (tree) => {
        for (const body of [tool({ type: 'novel', tree }), item({ type: 'novel', tree }), { tree }])
          expect(isBadRequest(read(body))).toBe(true);
      }),
    );
  });
});

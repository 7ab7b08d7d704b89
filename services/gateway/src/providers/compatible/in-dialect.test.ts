import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from './dialect.ts';
import { GROQ, MISTRAL, OPENROUTER, PERPLEXITY, TOGETHER, VLLM, XAI } from './dialects.ts';
import { inDialect } from './in-dialect.ts';

const messages = [{ role: 'user', content: 'Hello' }];

/** What becomes of a request; `body` is parsed. */
function said(request: object | string, dialect: Dialect, model = 'm') {
  const text = typeof request === 'string' ? request : JSON.stringify(request);
  const { body, ...others } = inDialect(Buffer.from(text), dialect, model);
  return { body: JSON.parse(body.toString()) as unknown, text: body.toString(), ...others };
}

describe('a request in the words of a vendor', () => {
  it('is the very same buffer where nothing has to change', () => {
    const body = Buffer.from(JSON.stringify({ model: 'm', messages, temperature: 0.5 }));
    expect(inDialect(body, MISTRAL, 'm').body).toBe(body);
    const own = Buffer.from(JSON.stringify({ model: 'm', messages, provider: { sort: 'price' } }));
    expect(inDialect(own, OPENROUTER, 'm').body).toBe(own);
  });

  it('has other names, and keeps the one of the vendor where both are there', () => {
    const one = {
      model: 'm',
      messages,
      max_completion_tokens: 5,
      seed: 1,
      tool_choice: 'required',
    };
    expect(said(one, MISTRAL).body).toEqual({
      ...{ model: 'm', messages, max_tokens: 5, random_seed: 1, tool_choice: 'any' },
    });
    const two = { max_completion_tokens: 5, max_tokens: 6, model: 'm', messages };
    expect(said(two, MISTRAL).text).toBe(JSON.stringify({ max_tokens: 6, model: 'm', messages }));
  });

  it('lacks what the vendor refuses, and says so where it would have said something', () => {
    const all = { logprobs: true, n: 2, model: 'm', messages, logit_bias: { 1: 1 }, user: null };
    expect(said(all, GROQ)).toMatchObject({
      body: { model: 'm', messages },
      dropped: ['logprobs', 'n', 'logit_bias'],
    });
    expect(said({ n: 1, model: 'm', messages, logprobs: false }, GROQ)).toMatchObject({
      body: { model: 'm', messages },
      dropped: [],
    });
    expect(said({ model: 'm', messages, metadata: { team: 'a' } }, TOGETHER).dropped).toEqual([]);
  });

  it('lacks what some models refuse', () => {
    const one = { model: 'grok-4', messages, stop: ['x'], reasoning_effort: 'high' };
    expect(said(one, XAI, 'grok-4').dropped).toEqual(['stop', 'reasoning_effort']);
    expect(said(one, XAI, 'grok-4-fast-non-reasoning').dropped).toEqual(['reasoning_effort']);
    expect(said(one, XAI, 'grok-3-mini').dropped).toEqual(['stop']);
  });

  it('has messages of roles that the vendor knows, without what it refuses in them', () => {
    const spoken = [
      { role: 'developer', content: 'Be brief.' },
      { name: 'ada', role: 'user', content: [{ type: 'text', text: 'developer' }] },
      { role: 'assistant', content: 'Yes.', reasoning_content: 'Hm.', refusal: null },
    ];
    expect(said({ messages: spoken, model: 'm' }, MISTRAL)).toMatchObject({
      body: {
        model: 'm',
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: [{ type: 'text', text: 'developer' }] },
          { role: 'assistant', content: 'Yes.' },
        ],
      },
      dropped: ['messages[].name', 'messages[].reasoning_content'],
    });
  });

  it('cannot be asked for tools where the vendor has none', () => {
    const tools = [{ type: 'function', function: { name: 'f' } }];
    expect(said({ model: 'm', messages, tools }, PERPLEXITY).cannot).toMatchObject({
      message: expect.stringContaining('leave tools out') as string,
      param: 'tools',
    });
    const none = said({ model: 'm', messages, tools: [] }, PERPLEXITY);
    expect(none).toMatchObject({ cannot: undefined, body: { model: 'm', messages }, dropped: [] });
  });

  it('says that an answer goes on from the last message where it is the assistant’s', () => {
    const begun = { role: 'assistant', content: [{ type: 'text', text: '{"a' }], name: 'ada' };
    expect(said({ model: 'm', messages: [...messages, begun] }, MISTRAL)).toMatchObject({
      body: {
        messages: [...messages, { role: 'assistant', content: begun.content, prefix: true }],
      },
      begun: '{"a',
    });
    const calling = { role: 'assistant', content: 'Hm', tool_calls: [{ id: 'abcdefghi' }] };
    const own = { role: 'assistant', content: 'Hm', prefix: true };
    for (const last of [calling, own, { role: 'assistant', content: '' }, messages[0]]) {
      const body = Buffer.from(JSON.stringify({ model: 'm', messages: [...messages, last] }));
      expect(inDialect(body, MISTRAL, 'm')).toMatchObject({ body, begun: undefined });
    }
  });

  it('has the assistant speak between a tool and the user where the vendor wants it to', () => {
    const tool = { role: 'tool', tool_call_id: 'abcdefghi', content: 'x' };
    const [user] = messages;
    const between = { role: 'assistant', content: 'I have the results.' };
    expect(said({ messages: [user, tool, tool, user, user], model: 'm' }, MISTRAL).body).toEqual({
      messages: [user, tool, tool, between, user, user],
      model: 'm',
    });
    expect(said({ messages: [tool, user] }, GROQ).body).toEqual({ messages: [tool, user] });
  });

  it.each([
    ['"models":["vendor/denied"]', 'models'],
    ['"mod\\u0065ls":["vendor/denied"]', 'models'],
    ['"models":null,"models":["vendor/denied"]', 'models'],
    ['"preset":"mine"', 'preset'],
    ['"models":null', undefined],
    ['"Models":["vendor/denied"]', 'models'],
    ['"provider":{"data_collection":"deny","zdr":true,"max_price":{"prompt":1}}', undefined],
    ['"tools":[{"type":"function","function":{"name":"f","parameters":{"model":{}}}}]', undefined],
    ['"tools":[{"type":"openrouter:web_search"},{"type":"openrouter:datetime"}]', undefined],
    ['"tools":[{"type":"openrouter:advisor","parameters":{"model":"vendor/denied"}}]', 'tools'],
    // Where the tool names none, the model that calls it may.
    ['"tools":[{"type":"openrouter:advisor"}]', 'tools'],
    ['"tools":[{"type":"openrouter:web_search","parameters":{"model":"vendor/denied"}}]', 'tools'],
    ['"tools":[{"type":"openrouter:advisor","type":"function"}]', 'tools'],
    ['"tools":{"type":"openrouter:image_generation"}', 'tools'],
    ['"plugins":[{"id":"web","max_results":3}]', undefined],
    ['"plugins":[{"id":"auto-router","allowed_models":["vendor/*"]}]', 'plugins'],
    ['"plugins":[{"id":"web","model":"vendor/denied"}]', 'plugins'],
  ])('chooses no other model at OpenRouter: %s', (member, param) => {
    const body = Buffer.from(`{"model":"m",${member},"messages":[]}`);
    expect(inDialect(body, OPENROUTER, 'm').cannot?.param).toBe(param);
  });

  it.each([
    ['{"sort":"price"}', undefined],
    ['{"sort":{"by":"price","partition":"model"}}', undefined],
    ['{"order":null,"sort":null,"allow_fallbacks":false,"require_parameters":true}', undefined],
    ['{"sort":"throughput"}', 'provider'],
    ['{"sort":"latency"}', 'provider'],
    ['{"sort":{"by":"throughput","partition":"none"}}', 'provider'],
    ['{"sort":"price","Sort":"throughput"}', 'provider'],
    ['{"sort":"price","sort":"throughput"}', 'provider'],
    ['{"order":["dear"]}', 'provider'],
    ['{"only":["dear"]}', 'provider'],
    ['{"ignore":["cheap"]}', 'provider'],
    ['{"quantizations":["fp32"]}', 'provider'],
    ['{"preferred_min_throughput":500}', 'provider'],
    ['{"preferred_max_latency":1}', 'provider'],
    ['{"tomorrows_wish":1}', 'provider'],
    ['"nitro"', 'provider'],
  ])('chooses no dearer server at OpenRouter: %s', (value, param) => {
    for (const name of ['provider', 'Provider']) {
      const body = Buffer.from(`{"model":"m","${name}":${value},"messages":[]}`);
      const { cannot } = inDialect(body, OPENROUTER, 'm');
      expect(cannot?.param).toBe(param);
      if (param !== undefined) expect(cannot?.message).toMatch(/max_price|write each once/);
    }
  });

  it.each([
    ['"service_tier":"priority"', 'service_tier'],
    ['"Service_Tier":"fast"', 'service_tier'],
    ['"service_tier":"flex"', undefined],
    ['"speed":"fast"', 'speed'],
    ['"speed":"standard"', undefined],
  ])('asks for nothing at OpenRouter that costs more than the price: %s', (member, param) => {
    const body = Buffer.from(`{"model":"m",${member},"messages":[]}`);
    expect(inDialect(body, OPENROUTER, 'm').cannot?.param).toBe(param);
  });

  it.each([
    [GROQ, '"compound_custom":{"models":{"answering_model":"denied"}}', 'compound_custom'],
    [GROQ, '"Compound_Cu\u017ftom":{"Models":{"answering_model":"denied"}}', 'compound_custom'],
    [GROQ, '"compound_custom":{"models":null,"tools":{"enabled_tools":["web_search"]}}', undefined],
    [TOGETHER, '"safety_model":"denied"', 'safety_model'],
    [TOGETHER, '"safety_model":null', undefined],
    [XAI, '"deferred":true', 'deferred'],
    [XAI, '"deferred":false', undefined],
    [VLLM, '"kv_transfer_params":{"remote_host":"10.0.0.1"}', 'kv_transfer_params'],
  ])('reaches past nothing that was counted or allowed: %#', (dialect, member, param) => {
    const body = Buffer.from(`{"model":"m",${member},"messages":[]}`);
    expect(inDialect(body, dialect, 'm').cannot?.param).toBe(param);
  });

  it('is what it was but for the members that differ, however it is written', () => {
    const dialect: Dialect = { lacks: ['a', 'd'], renamed: { b: 'c' }, needless: ['e'] };
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'messages');
    const members = fc.uniqueArray(fc.tuple(name, fc.jsonValue()), { selector: ([one]) => one });
    const space = fc.constantFrom('', ' ', '\n\t ');
    fc.assert(
      fc.property(members, space, (list, gap) => {
        const text = `${gap}{${list
          .map(([one, value]) => `${gap}"${one}"${gap}:${gap}${JSON.stringify(value)}${gap}`)
          .join(',')}}${gap}`;
        // As JSON has it, which knows no -0.
        const given = JSON.parse(JSON.stringify(Object.fromEntries(list))) as Record<
          string,
          unknown
        >;
        const { a: _a, d: _d, e: _e, b, ...kept } = given;
        const isRenamed = Object.hasOwn(given, 'b') && !Object.hasOwn(given, 'c');
        expect(said(text, dialect).body).toEqual({ ...kept, ...(isRenamed ? { c: b } : {}) });
      }),
    );
  });
});

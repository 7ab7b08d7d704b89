import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChatTexts } from './prompt-texts.ts';

const textsOf = (body: unknown) => new ChatTexts(Buffer.from(JSON.stringify(body)));

const saidBy = (messages: unknown, more: object = {}): string[] =>
  textsOf({ model: 'm', messages, ...more }).texts.map(({ text }) => text);

const FREE = 'my card is 4111 1111 1111 1111';
const tool = (parameters: object) => [{ type: 'function', function: { name: 'f', parameters } }];

describe('the texts of a chat request', () => {
  it('are all contents, arguments, results, and what tools and formats are described by', () => {
    const messages = [
      { role: 'system', content: 'be brief' },
      { role: 'user', name: 'ann', content: [{ type: 'text', text: 'hello' }, 'bare'] },
      {
        ...{ role: 'assistant', content: null, refusal: 'no' },
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":"b"}' } },
          { id: 'c2', type: 'custom', custom: { name: 'g', input: 'raw' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: '{"found":"\\u0041"}' },
      { role: 'user', content: '{ not a result' },
    ];
    const tools = [
      {
        type: 'function',
        function: {
          ...{ name: 'f', description: 'finds' },
          parameters: { type: 'object', properties: { type: { type: 'string', title: 'kind' } } },
        },
      },
    ];
    const request = textsOf({ model: 'm', user: 'u', messages, tools, stop: ['END'], odd: 'x' });
    expect(request.texts.map(({ form, text }) => `${form} ${text}`)).toEqual([
      ...['text be brief', 'text ann', 'text hello', 'text bare', 'text no', 'json {"a":"b"}'],
      ...['text g', 'text raw', 'json {"found":"\\u0041"}', 'text { not a result'],
      ...['text finds', 'text kind', 'text END', 'text x', 'text type\n\0\nodd'],
    ]);
    expect([...request.unseen]).toEqual([]);
  });

  it('are settings too that are no words, since templates write some into the prompt', () => {
    const words = { reasoning_effort: 'high', verbosity: 'low', modalities: ['text', 'audio'] };
    expect(saidBy([], { ...words, truncation: 'auto' })).toEqual([]);
    const free = { reasoning_effort: FREE, verbosity: { a: 'low, and' }, modalities: ['of Ann'] };
    expect(saidBy([], free)).toEqual(['low, and', `${FREE}\n\nof Ann`, 'a']);
  });

  it('are told beside what cannot be looked at', () => {
    const content = [
      { type: 'image_url', image_url: { url: 'data:image/png;base64,aaaa' } },
      { type: 'input_audio', input_audio: { data: 'aaaa', format: 'wav' } },
      { type: 'file', file: { file_data: 'aaaa', filename: 'secrets of ann.pdf' } },
      { type: 'hologram', words: 'hi', card: 4_111_111_111_111_111 },
    ];
    const request = textsOf({ messages: [{ role: 'user', content }] });
    expect([...request.unseen]).toEqual(['image', 'audio', 'file', 'unknown_part']);
    expect(request.texts.map(({ text }) => text)).toEqual([
      ...['secrets of ann.pdf', 'hologram', 'hi', '4111111111111111', 'words\n\0\ncard'],
    ]);
  });

  it('are found wherever a member is written twice', () => {
    const body = '{"messages":[{"role":"user","name":"a","name":"b","content":"c"}]}';
    expect(new ChatTexts(Buffer.from(body)).texts.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
  });

  it('may be anything that stands in messages', () => {
    expect(saidBy(['bare', 7, null, [{ content: 'deep' }]])).toEqual(['bare', 'deep']);
    expect(saidBy('none')).toEqual(['none']);
  });

  it.each<[string, object]>([
    ['the name of a member of what a tool takes', { tools: tool({ properties: { [FREE]: {} } }) }],
    [
      'the name of a member in one',
      { tools: tool({ properties: { a: { properties: { [FREE]: 1 } } } }) },
    ],
    ['what a tool requires', { tools: tool({ required: [FREE] }) }],
    ['a pattern', { tools: tool({ properties: { a: { pattern: FREE } } }) }],
    ['a pattern of names', { tools: tool({ patternProperties: { [FREE]: {} } }) }],
    ['a definition', { tools: tool({ $defs: { [FREE]: {} } }) }],
    ['the name of a tool', { tools: [{ type: 'function', function: { name: FREE } }] }],
    ['the type of a tool', { tools: [{ type: FREE }] }],
    ['the type of a member', { tools: tool({ type: ['string', FREE] }) }],
    ['the type of an answer', { response_format: { type: FREE } }],
    [
      'the name of an answer',
      { response_format: { type: 'json_schema', json_schema: { name: FREE } } },
    ],
    [
      'the name of a member of an answer',
      { response_format: { json_schema: { schema: { properties: { [FREE]: {} } } } } },
    ],
    ['a member that nobody knows', { [FREE]: 1 }],
    ['a member of one', { chat_template_kwargs: { [FREE]: 1 } }],
    ['a member of a message', { messages: [{ role: 'user', content: 'x', [FREE]: 'y' }] }],
    ['a member of a content', { messages: [{ role: 'user', content: { [FREE]: 1 } }] }],
    [
      'a member of a part',
      { messages: [{ role: 'user', content: [{ type: 'text', text: 'x', [FREE]: 1 }] }] },
    ],
    ['a role', { messages: [{ role: FREE, content: 'x' }] }],
    ['a role that is an object', { messages: [{ role: { a: FREE }, content: 'x' }] }],
    ['the id of a call', { messages: [{ role: 'tool', tool_call_id: FREE, content: 'x' }] }],
    ['the id of a call that is a list', { messages: [{ role: 'tool', tool_call_id: [[FREE]] }] }],
    [
      'a call',
      {
        messages: [
          {
            role: 'assistant',
            tool_calls: [{ id: FREE, type: FREE, [FREE]: 1, function: { name: FREE, [FREE]: 1 } }],
          },
        ],
      },
    ],
    [
      'what an image is',
      {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'image_url', image_url: { url: 'data:image/png;base64,AA', detail: FREE } },
            ],
          },
        ],
      },
    ],
  ])('hold free text in %s', (_, body) => {
    expect(textsOf({ model: 'm', ...body }).texts.map(({ text }) => text)).toContain(FREE);
  });

  it('hold values that the writer of a schema made up, whatever they are called', () => {
    const parameters = { properties: { a: { default: { name: '123-45-6789' } } }, enum: [['b-1']] };
    const tools = [{ type: 'function', function: { name: 'f', parameters } }];
    const texts = textsOf({ model: 'm', tools }).texts.map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['123-45-6789', 'b-1']));
  });

  it('hold the address of a picture, and not its bytes', () => {
    const of = (url: string) => ({ type: 'image_url', image_url: { url } });
    const content = [of('https://a.example/ann'), of('data:image/png;base64,AAAA')];
    const { texts, unseen } = textsOf({ model: 'm', messages: [{ role: 'user', content }] });
    expect(texts.map(({ text }) => text)).toEqual(['https://a.example/ann']);
    expect([...unseen]).toEqual(['image']);
  });

  it('hold long numbers however they are written', () => {
    const body = Buffer.from('{"model":"m","messages":[],"novel":{"a":4111111111111111e0}}');
    expect(new ChatTexts(body).texts.map(({ text }) => text)).toContain('4111111111111111e0');
  });

  it('leave out names that the API has, ids and names of tools, and tell names that are one word apart', () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'mcp.get-it:now' } };
    const messages = [
      { role: 'assistant', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call_1' },
    ];
    const schema = {
      $ref: '#/$defs/a b',
      properties: { city: { type: 'string' } },
      required: ['city', 'content'],
    };
    const known = { temperature: 1, logit_bias: { 50256: 1 }, tools: tool({}) };
    expect(saidBy(messages, known)).toEqual([]);
    expect(textsOf({ tools: tool(schema) }).texts).toMatchObject([
      { fixed: 'texts', text: '#/$defs/a b' },
      { fixed: 'names', text: 'city\n\0\ncontent' },
    ]);
  });

  it('are parts of one text where they are parts of one message', () => {
    const part = (text: string) => ({ type: 'text', text, cache_control: { type: 'ephemeral' } });
    const messages = [
      { role: 'user', content: [part('a'), 'b'] },
      { role: 'user', content: [part('c')] },
    ];
    const { texts } = textsOf({ messages });
    expect(texts.map(({ text, partOf }) => `${text} ${partOf}`)).toEqual([
      ...['a 1', 'ephemeral undefined', 'b 1', 'c 2', 'ephemeral undefined'],
    ]);
  });
});

describe('a chat request with other texts', () => {
  it('differs in those alone', () => {
    const body = '{ "messages":[ {"role":"user","content":"a\\u0062"} ], "n":1.0, "x":"y" }';
    const request = new ChatTexts(Buffer.from(body));
    const changed = request.withTexts(new Map([[0, 'say "é"']])).toString();
    expect(changed).toBe(body.replace('a\\u0062', 'say \\"é\\"'));
    expect(request.withTexts(new Map()).toString()).toBe(body);
  });

  it('has arguments as they were written: a string, or an object', () => {
    const call = (args: unknown) => ({
      messages: [{ role: 'assistant', tool_calls: [{ function: { arguments: args } }] }],
    });
    for (const args of ['{"a":1}', { a: 1 }]) {
      const changed = textsOf(call(args)).withTexts(new Map([[0, '{"a":"<X_1>"}']]));
      const written = typeof args === 'string' ? '{"a":"<X_1>"}' : { a: '<X_1>' };
      expect(JSON.parse(changed.toString())).toEqual(call(written));
    }
  });

  it('has each text where its number says, whatever the request is', () => {
    const content = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.record({ type: fc.constant('text'), text: fc.string() }), { maxLength: 3 }),
      fc.jsonValue({ depthSize: 'small' }),
    );
    const message = fc.record({ role: fc.constantFrom('user', 'tool', 'system'), content });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 4 }), fc.boolean(), (messages, isSpaced) => {
        const json = JSON.stringify({ model: 'm', messages }, null, isSpaced ? 2 : 0);
        const before = new ChatTexts(Buffer.from(json));
        const same = before.withTexts(new Map(before.texts.map(({ text }, at) => [at, text])));
        const after = new ChatTexts(same).texts.map(({ text }) => text);
        expect(after).toEqual(before.texts.map(({ text }) => text));
        const marks = before.texts.map((_, at) => `mark ${at}`);
        const marked = before.withTexts(new Map(marks.entries()));
        const found = new ChatTexts(marked).texts.filter(({ text }) => text.startsWith('mark'));
        const asText = before.texts.flatMap(({ form, fixed }, at) =>
          form === 'text' && !fixed ? [marks[at]] : [],
        );
        expect(found.map(({ text }) => text)).toEqual(expect.arrayContaining(asText));
      }),
      { numRuns: 1000 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChatRequest, type ChatFacts } from './chat-request.ts';
import { isProblem, scanChat } from './chat-scan.ts';
import { ReadingThread, type Read } from './reading-thread.ts';
import { rewriteBody } from './rewrite-body.ts';

describe('chat request', () => {
  function read(body: object): ChatFacts {
    const request = readChatRequest(Buffer.from(JSON.stringify(body)));
    if ('param' in request) throw new Error(request.message);
    return request;
  }

  describe('readChatRequest', () => {
    it('reads what the gateway needs', () => {
      const request = read({
        model: 'm',
        messages: [{ role: 'user', content: 'hello' }],
        stream: true,
        stream_options: { include_usage: true },
        max_tokens: 7,
        user: 'u',
        metadata: { a: 'b' },
        tools: [{ type: 'function' }],
      });
      expect(request).toMatchObject({
        model: 'm',
        stream: true,
        wantsUsage: true,
        maxTokens: 7,
        user: 'u',
        metadata: { a: 'b' },
        hasTools: true,
      });
    });

    it('takes null for absent', () => {
      const request = read({
        model: null,
        messages: [],
        stream: null,
        stream_options: null,
        user: null,
        metadata: null,
        tools: [],
      });
      expect(request).toMatchObject({
        model: undefined,
        stream: false,
        wantsUsage: false,
        user: undefined,
        metadata: {},
        hasTools: false,
      });
    });

    it('takes the larger of the newer limit and the older', () => {
      const messages: unknown[] = [];
      expect(read({ messages, max_tokens: 5, max_completion_tokens: 3 }).maxTokens).toBe(5);
      expect(read({ messages, max_tokens: 3, max_completion_tokens: 5 }).maxTokens).toBe(5);
      expect(read({ messages, max_tokens: 5, max_completion_tokens: null }).maxTokens).toBe(5);
    });

    it('counts text and not pictures', () => {
      const text = 'x'.repeat(100);
      const picture = { type: 'image_url', image_url: { url: `data:${'y'.repeat(5000)}` } };
      const plain = read({ messages: [{ role: 'user', content: text }] }).promptCharacters;
      const parts = [{ type: 'text', text }, picture];
      expect(read({ messages: [{ role: 'user', content: parts }] }).promptCharacters).toBe(plain);
      expect(plain).toBeGreaterThan(100);
      expect(plain).toBeLessThan(130);
    });

    it('counts what tools were called with', () => {
      const call = { function: { name: 'f', arguments: 'x'.repeat(50) } };
      const messages = [{ role: 'assistant', content: null, tool_calls: [call] }];
      expect(read({ messages }).promptCharacters).toBeGreaterThan(50);
    });

    it.each([
      ['{"tools":[{}]}', true],
      ['{"tools":[ ]}', false],
      ['{"tools":null}', false],
      ['{"functions":[{"name":"f"}]}', true],
      ['{"functions":[],"tools":[]}', false],
      ['{"tools":[],"functions":[{"name":"f"}]}', true],
    ])('takes %s for a request with tools: %s', (members, hasTools) => {
      const body = Buffer.from(members.replace('{', '{"messages":[],'));
      expect(readChatRequest(body)).toMatchObject({ hasTools });
    });

    it('cuts a user without end, wherever an escape stands', () => {
      fc.assert(
        fc.property(
          fc.array(fc.constantFrom('x', '\\', '"', 'é', '\n', '\ud83d\ude00'), { minLength: 1 }),
          (units) => {
            const user = units.join('').repeat(Math.ceil(2000 / units.length));
            expect(read({ messages: [], user }).user).toBe(user.slice(0, 256).toWellFormed());
            const escaped = JSON.stringify({ messages: [], user }).replaceAll('x', '\\u0078');
            expect(readChatRequest(Buffer.from(escaped))).toMatchObject({
              user: user.slice(0, 256).toWellFormed(),
            });
          },
        ),
      );
    });

    it.each([
      ['model', 'x'.repeat(513)],
      ['model', 7],
      ['metadata', { a: 'x'.repeat(65_536) }],
      ['metadata', 'text'],
      ['stream_options', { include_usage: true, x: 'x'.repeat(4096) }],
      ['stream', 'true'],
      ['tools', { type: 'function' }],
      ['functions', 'f'],
      ['n', '4'],
      ['n', 0],
      ['n', 1.5],
      ['n', true],
    ])('refuses a %s that no stage could read', (member, value) => {
      const body = Buffer.from(JSON.stringify({ messages: [], [member]: value }));
      expect(readChatRequest(body)).toMatchObject({ param: member });
    });

    it('tells of metadata that is written twice, in whatever form', () => {
      for (const twice of ['{"a":"1","a":"2"}', '{"a":"1","\\u0061":"2"}']) {
        const body = Buffer.from(`{"messages":[],"metadata":${twice}}`);
        expect(readChatRequest(body)).toMatchObject({ param: 'metadata' });
      }
    });

    it('says of what there is too much', () => {
      const deep = `{"messages":${'['.repeat(200)}${']'.repeat(200)}}`;
      expect(readChatRequest(Buffer.from(deep))).toMatchObject({
        message: 'The body nests deeper than 128 levels.',
      });
      const many = `{"messages":[${'1,'.repeat(200_000)}1]}`;
      expect(readChatRequest(Buffer.from(many))).toMatchObject({
        message: 'The body has more than 200000 values.',
      });
    });

    it('says which member is wrong', () => {
      const wrong = readChatRequest(Buffer.from('{"messages":"x"}'));
      expect(wrong).toEqual({ message: 'messages must be an array.', param: 'messages' });
    });

    it('is not led astray by names that objects have anyway', () => {
      const body = Buffer.from('{"messages":[],"__proto__":{"model":"x","stream":true}}');
      expect(readChatRequest(body)).toMatchObject({ model: undefined, stream: false });
    });
  });
});

describe('plain messages', () => {
  /** What belongs to schema libraries, languages and regular expressions, and to no sentence. */
  const FOREIGN =
    /\/\^|\\x|\\u00|\bzod\b|Invalid input|expected .* received|>=|<=|\[object|undefined|NaN|Too (small|big)|Unrecognized|must match/;

  const MEMBERS = [
    'model',
    'messages',
    'stream',
    'stream_options',
    'metadata',
    'tools',
    'functions',
    'user',
    'max_tokens',
  ];

  const messageOf = (body: string): string | undefined => {
    const read = readChatRequest(Buffer.from(body));
    return 'param' in read ? read.message : undefined;
  };

  describe('what a client is told of a body', () => {
    it('is a plain sentence, whichever member is wrong and however', () => {
      const bodies = fc.oneof(
        fc
          .dictionary(fc.constantFrom(...MEMBERS), fc.jsonValue())
          .map((body) => JSON.stringify(body)),
        fc.json(),
        fc.string(),
      );
      let refused = 0;
      fc.assert(
        fc.property(bodies, (body) => {
          const message = messageOf(body);
          if (message === undefined) return;
          refused += 1;
          expect(message).not.toMatch(FOREIGN);
          expect(message).toMatch(/^.{10,299}\.$/);
        }),
      );
      expect(refused).toBeGreaterThan(0);
    });
  });
});

describe('rewrite body', () => {
  function rewrite(text: string, model: string | undefined, addUsage: boolean): string {
    const body = Buffer.from(text);
    const scan = scanChat(body);
    if (isProblem(scan)) throw new Error('the body is refused');
    return rewriteBody({ body, spans: scan.spans, model, addUsage }).toString();
  }

  describe('rewriteBody', () => {
    it('gives back the very same buffer where nothing changes', () => {
      const body = Buffer.from('{"messages":[]}');
      expect(rewriteBody({ body, spans: {}, model: undefined, addUsage: false })).toBe(body);
    });

    it('changes the model and no other byte', () => {
      const text = '{ "é":1.0, "model" : "a" ,"messages":[ ], "x":{"model":"a"} }';
      expect(rewrite(text, 'b"c', false)).toBe(text.replace('"a" ,', '"b\\"c" ,'));
    });

    it('adds the model where there is none, or null', () => {
      expect(rewrite('{"messages":[]}', 'm', false)).toBe('{"model":"m","messages":[]}');
      expect(rewrite('{"model":null,"messages":[]}', 'm', false)).toBe(
        '{"model":"m","messages":[]}',
      );
    });

    it.each([
      ['{"messages":[]}', '{"stream_options":{"include_usage":true},"messages":[]}'],
      ['{"stream_options":null,"a":1}', '{"stream_options":{"include_usage":true},"a":1}'],
      ['{"stream_options":{"x":1},"a":1}', '{"stream_options":{"x":1,"include_usage":true},"a":1}'],
      ['{"stream_options":{"include_usage":false}}', '{"stream_options":{"include_usage":true}}'],
    ])('asks for usage in %s', (text, expected) => {
      expect(rewrite(text, undefined, true)).toBe(expected);
    });

    it('leaves all but what it was asked for as it was, wherever members stand', () => {
      const name = fc.constantFrom('model', 'stream_options', 'messages', 'temperature', 'x');
      const entries = fc.uniqueArray(fc.tuple(name, fc.jsonValue()), {
        minLength: 1,
        selector: ([key]) => key,
      });
      fc.assert(
        fc.property(entries, (pairs) => {
          const fixed = pairs.map(([key, value]) => [key, key === 'stream_options' ? {} : value]);
          const text = JSON.stringify(Object.fromEntries(fixed));
          const before = JSON.parse(text) as object;
          const after = JSON.parse(rewrite(text, 'm', true)) as object;
          expect(after).toEqual({ ...before, model: 'm', stream_options: { include_usage: true } });
        }),
      );
    });
  });
});

const alone = (text: string): Buffer<ArrayBuffer> => {
  const body = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  body.write(text);
  return body;
};

const read = (thread: ReadingThread, text: string): Promise<Read> =>
  new Promise((resolve) => {
    thread.read(alone(text), resolve);
  });

const failed = (error: Error): void => {
  throw error;
};

describe('ReadingThread', () => {
  it('reads as it is read in the main thread, and gives the bytes back', async () => {
    const thread = new ReadingThread({ onFailure: failed });
    const texts = [
      '{"model":"m","messages":[{"role":"user","content":"hi"}],"metadata":{"a":"b"},"stream":true}',
      '{"model":"m","Model":"n","messages":[]}',
      'nothing',
    ];
    const results = await Promise.all(texts.map((text) => read(thread, text)));
    expect(results.map((result) => result?.body.toString())).toEqual(texts);
    expect(results.map((result) => result?.read)).toEqual(
      texts.map((text) => readChatRequest(Buffer.from(text))),
    );
    await thread.close();
  });

  it('says so where it ended before a body was read, and starts anew', async () => {
    const thread = new ReadingThread({ onFailure: failed });
    const first = read(thread, '{"messages":[]}');
    await thread.close();
    await first;
    expect(await read(thread, '{"messages":[]}')).toMatchObject({ read: { stream: false } });
    // So large that the thread cannot have read it when it is ended.
    const last = read(thread, `{"messages":["${'x'.repeat(64 * 1_048_576)}"]}`);
    const ended = thread.close();
    expect(await last).toBeUndefined();
    await ended;
  });
});

import fc from 'fast-check';
import { countTokens, encodeChat } from 'gpt-tokenizer/model/gpt-4o';
import { describe, expect, it } from 'vitest';
import * as gpt4 from 'gpt-tokenizer/model/gpt-4';
import { loadBoundedCount } from '../counting/bounded-count.ts';
import { ENCODINGS, type Encoding } from '../counting/encodings.ts';
import { countPrompt, tokensFor } from '../prompt-tokens.ts';
import { VendorFactors } from '../vendor-factors.ts';
import { chatPrompt } from './chat-prompt.ts';
import { imageTokens } from './image-tokens.ts';

describe('the tokens of a chat prompt', () => {
  const counter = {
    count: async (texts: readonly string[], encoding: Encoding) => {
      const boundedCount = await loadBoundedCount(encoding);
      return texts.reduce((sum, text) => sum + boundedCount(text), 0);
    },
  };
  const ANYBODY = { organization: undefined, key: undefined };
  const all = new Set(ENCODINGS);
  const inputOf = async (request: Readonly<Record<string, unknown>>, upstreamModel = 'gpt-4o') =>
    tokensFor(
      await countPrompt(chatPrompt(request), counter, all),
      { provider: 'p', upstreamModel },
      new VendorFactors().for(ANYBODY),
    ).input;

  it('are those of its messages as OpenAI frames them', async () => {
    const messages = [
      { role: 'system' as const, content: 'You are terse.' },
      { role: 'user' as const, content: 'What is the capital of France?' },
    ];
    expect(await inputOf({ messages })).toBe(encodeChat(messages).length);
  });

  it('of the cookbook’s example are what OpenAI’s API answered for it', async () => {
    const example = (name: string, content: string) => ({ role: 'system', name, content });
    const messages = [
      {
        role: 'system',
        content:
          'You are a helpful, pattern-following assistant that translates corporate jargon into plain English.',
      },
      example('example_user', 'New synergies will help drive top-line growth.'),
      example('example_assistant', 'Things working well together will increase revenue.'),
      example(
        'example_user',
        "Let's circle back when we have more bandwidth to touch base on opportunities for increased leverage.",
      ),
      example('example_assistant', "Let's talk later when we're less busy about how to do better."),
      {
        role: 'user',
        content:
          "This late pivot means we don't have time to boil the ocean for the client deliverable.",
      },
    ];
    expect(await inputOf({ messages })).toBe(124);
  });

  it('hold the tools that the model is shown', async () => {
    const messages = [{ role: 'user', content: 'hi' }];
    const parameters = {
      type: 'object',
      properties: {
        city: { type: 'string', description: 'Where.' },
        unit: { type: 'string', enum: ['c', 'f'] },
        days: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } },
      },
      required: ['city'],
    };
    const tools = [
      { type: 'function', function: { name: 'weather', description: 'The weather.', parameters } },
    ];
    const prompt = chatPrompt({ messages, tools });
    expect(prompt.texts.at(-1)).toContain(
      'type weather = (_: {\n// Where.\ncity: string,\nunit?: "c" | "f",',
    );
    const more = (await inputOf({ messages, tools })) - (await inputOf({ messages }));
    expect(more).toBe(9 + countTokens(prompt.texts.at(-1) ?? ''));
  });

  it('hold calls of tools, by name and arguments', async () => {
    const call = { id: 'c', type: 'function', function: { name: 'weather', arguments: '{}' } };
    const messages = [{ role: 'assistant', content: null, tool_calls: [call] }];
    expect(chatPrompt({ messages }).texts).toEqual(['assistant', 'weather', '{}']);
    expect(await inputOf({ messages })).toBe(3 + 3 + 3 + 1 + 1 + 1);
  });

  it('are those of the encoding that the model reads in', async () => {
    const messages = [{ role: 'user' as const, content: 'お誕生日おめでとう, ¿qué tal? déjà-vu' }];
    expect(await inputOf({ messages }, 'gpt-4-turbo')).toBe(gpt4.encodeChat(messages).length);
    expect(await inputOf({ messages })).toBe(encodeChat(messages).length);
    expect(await inputOf({ messages }, 'gpt-4')).not.toBe(await inputOf({ messages }));
  });

  it('are more for Claude than for GPT, until its provider has counted', async () => {
    const messages = [{ role: 'user', content: 'word '.repeat(1_000) }];
    const counted = await countPrompt(chatPrompt({ messages }), counter, all);
    const factors = new VendorFactors();
    const claude = { provider: 'p', upstreamModel: 'claude-sonnet-4-5' };
    const admin = { organization: undefined, key: 'admin' };
    const before = tokensFor(counted, claude, factors.for(ANYBODY)).input;
    expect(before).toBe(Math.round(counted.texts.get('o200k_base')! * 1.15));
    for (let one = 0; one < 200; one += 1) {
      factors.observe(claude, admin, { ours: 1_000, theirs: 1_300 });
      factors.observe(claude, admin, { ours: 1_000, theirs: 900_000 });
    }
    expect(factors.for(ANYBODY).of(claude)).toBeCloseTo(1.3, 2);
    expect(factors.for(ANYBODY).of({ provider: 'p', upstreamModel: 'gpt-4o' })).toBe(1);
  });

  describe('of pictures', () => {
    const png = (width: number, height: number): string => {
      const bytes = Buffer.alloc(24);
      bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
      bytes.writeUInt32BE(width, 16);
      bytes.writeUInt32BE(height, 20);
      return `data:image/png;base64,${bytes.toString('base64')}`;
    };
    const picture = (url: string, detail?: string) => ({
      messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url, detail } }] }],
    });
    const BARE = 3 + 3 + 1;

    // The first three are OpenAI's own examples.
    it.each([
      { model: 'gpt-4o', size: [1_024, 1_024], detail: 'high', tokens: 765 },
      { model: 'gpt-4o', size: [2_048, 4_096], detail: 'high', tokens: 1_105 },
      { model: 'gpt-4o', size: [4_096, 8_192], detail: 'low', tokens: 85 },
      { model: 'gpt-4o', size: [512, 512], detail: 'auto', tokens: 255 },
      { model: 'gpt-4o-mini', size: [1_024, 1_024], detail: 'low', tokens: 2_833 },
      { model: 'gpt-4.1-mini', size: [1_024, 1_024], detail: 'auto', tokens: 1_659 },
      { model: 'claude-sonnet-4-5', size: [1_000, 1_000], detail: 'auto', tokens: 1_334 },
      { model: 'claude-sonnet-4-5', size: [8_000, 8_000], detail: 'auto', tokens: 1_600 },
      { model: 'gemini-2.5-pro', size: [384, 384], detail: 'auto', tokens: 258 },
      { model: 'gemini-2.5-pro', size: [1_536, 768], detail: 'auto', tokens: 516 },
    ])(
      'are for $model, of $size at detail $detail, as published',
      ({ model, size, detail, tokens }) => {
        const [width = 0, height = 0] = size;
        const prompt = chatPrompt(picture(png(width, height), detail));
        expect(prompt.images).toEqual([{ size: { width, height }, detail }]);
        expect(imageTokens(prompt.images[0]!, model)).toBe(tokens);
      },
    );

    it('elsewhere are taken for some of usual size', async () => {
      expect(await inputOf(picture('https://pictures.test/cat.png'))).toBe(BARE + 765);
    });

    it('are never more than a bounded number, whatever the bytes say', () => {
      fc.assert(
        fc.property(
          fc.uint8Array({ maxLength: 400 }),
          fc.constantFrom('gpt-4o', 'claude-x'),
          (bytes, model) => {
            const url = `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
            const [image] = chatPrompt(picture(url)).images;
            expect(imageTokens(image!, model)).toBeLessThan(2_000);
          },
        ),
      );
    });
  });

  it('read sizes in the heads of JPEG, GIF and WebP', () => {
    const size = (type: string, hex: string) =>
      chatPrompt({
        messages: [
          {
            role: 'user',
            content: [
              {
                type: 'image_url',
                image_url: `data:image/${type};base64,${Buffer.from(hex, 'hex').toString('base64')}`,
              },
            ],
          },
        ],
      }).images[0]?.size;
    expect(size('gif', `${Buffer.from('GIF89a').toString('hex')}20030a00`)).toEqual({
      width: 800,
      height: 10,
    });
    expect(size('jpeg', 'ffd8ffe000040000ffc0001108012c01900301220002110103110100')).toEqual({
      width: 400,
      height: 300,
    });
    const vp8x = `${Buffer.from('RIFF').toString('hex')}00000000${Buffer.from('WEBPVP8X').toString('hex')}0a000000000000001f0300570200`;
    expect(size('webp', vp8x)).toEqual({ width: 800, height: 600 });
  });

  it('take whatever JSON a client sends, and always come to a number', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (messages, tools) => {
        const sent = await inputOf({ messages, tools, functions: tools });
        expect(Number.isSafeInteger(sent)).toBe(true);
        expect(sent).toBeGreaterThanOrEqual(3);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { deploymentsOf } from './deployments.ts';
import { openAiChat } from './openai-chat/openai-chat.ts';
import { embeddings } from './plain/plain-protocol.ts';
import { isBadRequest } from './protocol.ts';

const protocol = openAiChat({ read: () => undefined });
const { addressOf: chatAddressOf, plainTargets: PLAIN_TARGETS } =
  deploymentsOf('/chat/completions');
const messages = [{ role: 'user', content: 'Hello' }];

/** What is read of a body that is posted to a deployment. */
function readAt(deployment: string, body: object) {
  const address = chatAddressOf(`/openai/deployments/${deployment}/chat/completions?api-version=1`);
  return protocol.read(Buffer.from(JSON.stringify(body)), address);
}

describe('the address of a chat completion', () => {
  it.each([
    ['/v1/chat/completions', {}],
    ['/openai/v1/chat/completions', {}],
    ['/openai/deployments/main/chat/completions', { model: 'main' }],
    ['/openai/deployments/a%2Fb%20c/chat/completions?api-version=2', { model: 'a/b c' }],
    ['/openai/deployments/%zz/chat/completions', undefined],
  ])('%s says %o', (url, said) => {
    expect(chatAddressOf(url)).toEqual(said);
  });

  it('is read without Express where nothing of it is encoded', () => {
    const plain = (url: string) => PLAIN_TARGETS.test(url);
    expect(plain('/openai/deployments/gpt-4.1/chat/completions?api-version=2024-10-21')).toBe(true);
    expect(plain('/openai/v1/chat/completions')).toBe(true);
    expect(plain('/openai/deployments/a%2Fb/chat/completions')).toBe(false);
    expect(plain('/openai/deployments/a/b/chat/completions')).toBe(false);
  });

  it.each([
    { messages },
    { model: '', messages },
    { model: 'main', messages },
    { model: 'denied', messages },
  ])('names the model of %o, which no provider reads otherwise', (body) => {
    const read = readAt('main', body);
    if (isBadRequest(read)) throw new Error(read.message);
    expect(read.model).toBe('main');
    for (const upstream of ['main', 'other', 'denied']) {
      expect(JSON.parse(read.bodyFor(upstream).toString())).toEqual({
        model: upstream,
        messages,
      });
    }
    const replaced = read.withTexts(new Map([[0, 'Bye']]));
    expect(replaced.model).toBe('main');
  });

  it('names the model of embeddings the same way', () => {
    const protocol = embeddings({ read: () => undefined });
    const address = protocol.addressOf?.('/openai/deployments/small/embeddings?api-version=1');
    expect(address).toEqual({ model: 'small' });
    const read = (body: object) => protocol.read(Buffer.from(JSON.stringify(body)), address);
    for (const body of [{ input: 'Hello' }, { model: 'denied', input: 'Hello' }]) {
      const request = read(body);
      if (isBadRequest(request)) throw new Error(request.message);
      expect(request.model).toBe('small');
      for (const model of ['small', 'other', 'denied']) {
        const replaced = request.withTexts(new Map([[0, 'Bye']]));
        expect(JSON.parse(request.bodyFor(model).toString())).toEqual({ model, input: 'Hello' });
        expect(JSON.parse(replaced.bodyFor(model).toString())).toEqual({ model, input: 'Bye' });
      }
    }
  });
});

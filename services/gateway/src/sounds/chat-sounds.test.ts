import { describe, expect, it } from 'vitest';
import { readChatRequest } from '../protocols/openai-chat/chat-request.ts';
import { soundTokens } from './chat-sounds.ts';
import { wavOfSeconds } from '../testing/wav.ts';

const partOf = (data: string, more: object = {}) => ({
  type: 'input_audio',
  input_audio: { data, format: 'wav', ...more },
});
const inBase64 = (seconds: number) => wavOfSeconds(seconds).toString('base64');

function soundMsOf(content: readonly unknown[] | string): number | undefined {
  const request = readChatRequest(
    Buffer.from(typeof content === 'string' ? content : JSON.stringify(asking(content))),
  );
  if ('param' in request) throw new Error(request.message);
  return request.soundMs;
}
const asking = (content: readonly unknown[]) => ({ messages: [{ role: 'user', content }] });

describe('the sounds of a chat', () => {
  it('last as long as their heads say, all together', () => {
    expect(soundMsOf([{ type: 'text', text: 'a' }])).toBeUndefined();
    expect(soundMsOf([partOf(inBase64(20))])).toBe(20_000);
    expect(soundMsOf([partOf(inBase64(20)), partOf(inBase64(5))])).toBe(25_000);
    expect(soundMsOf([partOf(`data:audio/wav;base64,${inBase64(20)}`)])).toBe(20_000);
  });

  it('last as long as all that stands there where that is more than one sound', () => {
    const [short, long] = [inBase64(1), inBase64(60)];
    const twice = JSON.stringify(asking([partOf(short, { then: 0 })])).replace(
      '"then":0',
      `"data":"${long}"`,
    );
    const escaped = JSON.stringify(asking([partOf(long)])).replace('"data"', '"d\\u0061ta"');
    for (const body of [twice, escaped]) expect(soundMsOf(body)).toBeGreaterThan(15_000);
  });

  it('take the tokens that their vendor makes of a second', () => {
    const of = (type: string) => ({ provider: { type } });
    expect(soundTokens(2000, of('openai'))).toBe(20);
    expect(soundTokens(2000, of('gemini'))).toBe(64);
    expect(soundTokens(2000, of('vertex'))).toBe(64);
    expect(soundTokens(undefined, of('openai'))).toBe(0);
  });
});

import { expect, it } from 'vitest';
import { ContextSize } from './context-size.ts';

const update = (session: object) => ({ type: 'session.update', session });

it('keeps the size of what an update does not name', () => {
  const size = new ContextSize();
  size.sent(update({ instructions: 'x'.repeat(1000), tools: [{ name: 'y'.repeat(500) }] }));
  const whole = size.characters;
  expect(whole).toBeGreaterThan(1500);
  size.sent(update({ voice: 'marin' }));
  expect(size.characters).toBe(whole);
  size.sent(update({ tools: [] }));
  expect(size.characters).toBeGreaterThan(1000);
  expect(size.characters).toBeLessThan(1100);
  size.sent(update({ instructions: '' }));
  expect(size.characters).toBeLessThan(10);
});

it('counts the sound of each side by the format that was named last', () => {
  const size = new ContextSize();
  const spoken = (): number => {
    const before = size.characters;
    size.sent({ type: 'input_audio_buffer.append', audio: 'A'.repeat(6400) });
    return size.characters - before;
  };
  expect(spoken()).toBe(4);
  size.sent(update({ audio: { input: { format: { type: 'audio/pcmu' } } } }));
  expect(spoken()).toBe(24);
  size.sent(update({ voice: 'marin' }));
  expect(spoken()).toBe(24);
  const said = { type: 'response.output_audio.delta', delta: 'A'.repeat(3200) };
  expect(size.receivedIn(said)).toBe(4);
  size.sent(update({ input_audio_format: 'pcm16', output_audio_format: 'g711_ulaw' }));
  expect(spoken()).toBe(4);
  expect(size.receivedIn(said)).toBe(24);
});

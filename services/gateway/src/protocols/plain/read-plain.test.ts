import { describe, expect, it } from 'vitest';
import { readPlain } from './read-plain.ts';

const read = (kind: 'images' | 'completions', members: object) =>
  readPlain(Buffer.from(JSON.stringify({ prompt: 'a cat', ...members })), kind);

describe('a number of answers', () => {
  it.each(['4', '', 0, -1, 1.5, true, [], 1_000_000])('that is none is refused: %j', (n) => {
    for (const kind of ['images', 'completions'] as const)
      expect(read(kind, { n })).toEqual({
        message: 'n must be a whole number, 1 or more.',
        param: 'n',
      });
    expect(read('completions', { best_of: n })).toHaveProperty('param', 'best_of');
  });

  it('is read, and is one where nothing is said', () => {
    expect(read('images', { n: 4 })).toMatchObject({ images: 4, answers: 4 });
    expect(read('images', { n: null })).toMatchObject({ images: 1, answers: 1 });
    expect(read('completions', { n: 2, best_of: 3 })).toMatchObject({ answers: 3 });
  });
});

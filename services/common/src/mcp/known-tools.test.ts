import { describe, expect, it } from 'vitest';
import { knownTools } from './known-tools.ts';

const inputSchema = { type: 'object' };
const deep = (levels: number): unknown =>
  JSON.parse('{"type":"object","a":'.repeat(levels) + '1' + '}'.repeat(levels));

describe('the tools that a server lists', () => {
  it('are left out one by one where they cannot be offered', () => {
    const names = [
      'ok',
      'a'.repeat(128),
      'a'.repeat(129),
      '',
      'sp ace',
      'a\u0000',
      '\ud800',
      'a/b',
    ];
    const listed = names.map((name) => ({ name, inputSchema }));
    const more = [{ name: 5 }, null, 'text', { name: 'bare' }, { name: 'x', inputSchema: 'x' }];
    const { tools, leftOut } = knownTools([...listed, ...more, { name: 'last', inputSchema }]);
    expect(tools.map(({ definition }) => definition.name)).toEqual(['ok', 'a'.repeat(128), 'last']);
    expect(leftOut).toHaveLength(11);
    expect(leftOut[4]).toEqual({
      name: '"\\ud800"',
      why: 'its name is not of 1 to 128 letters, digits, "_", "-" and "."',
    });
  });

  it('count once where two have one name: the first', () => {
    const first = { name: 'twice', description: 'first', inputSchema };
    const { tools, leftOut } = knownTools([first, { name: 'twice', inputSchema }]);
    expect(tools.map(({ definition }) => definition)).toEqual([first]);
    expect(leftOut).toEqual([{ name: '"twice"', why: 'another one has its name' }]);
  });

  it.each([10_000, 100_000])('are left out where they are %i levels deep', (levels) => {
    const { tools, leftOut } = knownTools([
      { name: 'deep', inputSchema: deep(levels) },
      { name: 'fine', inputSchema },
    ]);
    expect(tools.map(({ definition }) => definition.name)).toEqual(['fine']);
    expect(leftOut).toEqual([{ name: '"deep"', why: 'its definition is deeper than 128 levels' }]);
  });
});

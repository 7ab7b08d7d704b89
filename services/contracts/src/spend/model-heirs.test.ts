import { describe, expect, it } from 'vitest';
import { ModelHeirs } from './model-heirs.ts';

const gpt = { id: 'gpt' };
const mini = { id: 'mini' };
const ours = { id: 'ours', organization: 'acme', inherits: 'gpt' };
const own = { id: 'llama', organization: 'acme' };

describe('models that inherit one of the platform’s', () => {
  const heirs = new ModelHeirs([gpt, mini, ours, own]);

  it('count as that one, for their organization alone', () => {
    expect(heirs.platformId('ours', 'acme')).toBe('gpt');
    expect(heirs.platformId('ours', 'beta')).toBe('ours');
    expect(heirs.platformId('llama', 'acme')).toBe('llama');
    expect(heirs.of('gpt')).toMatchObject([{ organization: 'acme', value: 'ours' }]);
    expect(heirs.of('mini')).toEqual([]);
  });

  it('count for nothing where the platform has their id, since that one serves', () => {
    const shadowed = new ModelHeirs([gpt, mini, { ...ours, id: 'mini' }]);
    expect(shadowed.platformId('mini', 'acme')).toBe('mini');
    expect(shadowed.of('gpt')).toEqual([]);
  });

  it('are like others where the same count as the same', () => {
    expect(heirs.isLike(new ModelHeirs([ours, gpt]))).toBe(true);
    expect(heirs.isLike(new ModelHeirs([gpt, mini, { ...ours, inherits: 'mini' }]))).toBe(false);
    expect(heirs.isLike(new ModelHeirs([gpt, mini]))).toBe(false);
  });
});

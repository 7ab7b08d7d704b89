import { describe, expect, it } from 'vitest';
import { noteOn, withNotes } from './not-enforced.ts';

const schema = {
  type: 'object' as const,
  properties: {
    limit: { type: 'integer' as const, description: 'Requests a minute.' },
    features: { type: 'object' as const, properties: { cache: { type: 'boolean' as const } } },
  },
};

describe('a field that nobody acts on', () => {
  it('says so in its description, wherever it stands', () => {
    const noted = withNotes(schema, [{ field: 'limit' }, { field: 'features.cache' }]);
    expect(noted.properties?.['limit']?.description).toBe(
      'Requests a minute. Not acted on by this version.',
    );
    expect(noted.properties?.['features']?.properties?.['cache']?.description).toBe(
      'Not acted on by this version.',
    );
    expect(schema.properties.limit.description).toBe('Requests a minute.');
  });

  it('has to exist', () => {
    expect(() => withNotes(schema, [{ field: 'features.cash' }])).toThrow(
      'the spec has no field features.cash',
    );
  });

  it('says with which values, with what else, or how far it is acted on', () => {
    expect(noteOn({ field: 'mode', except: ['chat'] })).toBe('This version acts on `chat` only.');
    expect(noteOn({ field: 'a', onlyWith: { field: 'b', is: 'c' } })).toBe(
      'This version acts on it with b `c` only.',
    );
    expect(noteOn({ field: 'a', partly: 'it is shown' })).toBe(
      'Acted on in part by this version: it is shown.',
    );
  });
});

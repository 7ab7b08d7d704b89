import { describe, expect, it } from 'vitest';
import { model, object, provider } from '../../testing/builders.ts';
import { compiled, fragments, verdictOn } from '../../testing/compiled.ts';

const served = [provider('sim'), model('old', { aliases: ['elder'] }), model('new')];
const deprecation = (spec: object, name = 'end', age = 0) =>
  object('ModelDeprecation', name, { modelName: 'old', ...spec }, { age });
const decide = (spec: object) => {
  const result = compiled([...served, deprecation(spec)]);
  return { verdict: verdictOn(result, 'end'), fragment: fragments(result, 'deprecations')[0] };
};

describe('a deprecation', () => {
  it('has the first moments of its days, in UTC, and the id of its replacement', () => {
    const { verdict, fragment } = decide({
      modelName: 'elder',
      replacementModel: 'new',
      deprecationDate: '2026-06-01',
      sunsetDate: '2027-01-01T00:00:00+02:00',
      message: 'use new',
      autoReroute: true,
    });
    expect(verdict.reason).toBe('Accepted');
    expect(fragment).toMatchObject({
      model: 'elder',
      replacement: 'new',
      deprecatedAt: '2026-06-01T00:00:00.000Z',
      sunsetAt: '2026-12-31T22:00:00.000Z',
      message: 'use new',
      autoReroute: true,
    });
  });

  it.each([
    ['a model', { modelName: 'gone' }, 'modelName: "gone" does not exist'],
    ['a replacement', { replacementModel: 'never' }, 'replacementModel: "never" does not exist'],
  ])('without %s stands, and says so', (_, spec, message) => {
    const { verdict, fragment } = decide(spec);
    expect(verdict.reason).toBe('ReferenceNotFound');
    expect(verdict.message).toContain(message);
    expect(fragment).toBeDefined();
    expect(fragment).not.toHaveProperty('replacement');
  });

  it.each([
    [{ deprecationDate: '2026-02-31T25:00:00Z' }, 'spec.deprecationDate'],
    [{ sunsetDate: '2026-02-39' }, 'spec.sunsetDate'],
    [
      { deprecationDate: '2026-06-02', sunsetDate: '2026-06-01' },
      'it comes before deprecationDate',
    ],
  ])('of %j is left out', (dates, message) => {
    const { verdict, fragment } = decide(dates);
    expect(verdict).toMatchObject({ reason: 'Invalid', inEffect: 'left_out' });
    expect(verdict.message).toContain(message);
    expect(fragment).toBeUndefined();
  });

  it('of a name whose end an older object announces for the same requests is Conflicted', () => {
    const result = compiled([
      ...served,
      deprecation({}),
      deprecation({}, 'again', 1),
      deprecation({ organizationId: 'acme' }, 'theirs', 2),
      object('Organization', 'acme', {}),
    ]);
    expect(verdictOn(result, 'again')).toMatchObject({
      reason: 'Conflicted',
      message:
        'the end of "old" is already announced by ModelDeprecation/end, which is older: delete one of the two',
    });
    expect(fragments(result, 'deprecations').map(({ id }) => id)).toEqual(['end', 'theirs']);
  });
});

import { describe, expect, it } from 'vitest';
import { provider } from '../provider.ts';
import { PROVIDER_FORMS } from './provider-forms.ts';
import { NEED_BASE_URL, type ProviderTypeName } from './provider-types.ts';

/** What each field may hold, for a spec that is complete. */
const VALUES: Readonly<Record<string, string>> = {
  baseUrl: 'https://models.example.com',
  region: 'eu-central-1',
  project: 'my-project',
};

describe.each(Object.entries(PROVIDER_FORMS))('the form of %s', (type, { fields, required }) => {
  const specWith = (names: readonly string[]) => ({
    type,
    ...Object.fromEntries(names.map((name) => [name, VALUES[name]])),
  });

  it('asks for fields that a Provider has', () => {
    const { properties = {} } = provider.structural.spec;
    expect(fields.filter((name) => !(name in properties))).toEqual([]);
    expect(required.filter((name) => !fields.includes(name))).toEqual([]);
  });

  it('marks exactly what a Provider of the type cannot do without', () => {
    expect(provider.spec.safeParse(specWith(required)).error?.issues).toBeUndefined();
    for (const missing of required) {
      const others = required.filter((name) => name !== missing);
      expect(provider.spec.safeParse(specWith(others)).success, missing).toBe(false);
    }
    expect(required.includes('baseUrl')).toBe(NEED_BASE_URL.includes(type as ProviderTypeName));
  });
});

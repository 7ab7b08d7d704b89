import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { businessUnits } from '../organizations/business-units.ts';
import { teams } from '../teams/collection.ts';
import { objectName, slugOf, uniqueSlug } from './object-name.ts';
import { workflows } from './plain-collections.ts';

const KUBERNETES_NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

describe('the name of a new object', () => {
  it('is one that Kubernetes takes, whatever it is made from', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), (text) => {
        const slug = slugOf(text);
        expect(slug === '' || KUBERNETES_NAME.test(slug)).toBe(true);
        expect(slug.length).toBeLessThanOrEqual(55);
        expect(slugOf(slug)).toBe(slug);
        expect(uniqueSlug(text)).toMatch(KUBERNETES_NAME);
        expect(objectName(teams, { displayName: text }, Math.random)).toMatch(KUBERNETES_NAME);
      }),
    );
  });

  it('tells models apart whose ids differ in what a name can’t hold', () => {
    const ids = ['openai/gpt-4o', 'openai:gpt-4o', 'OpenAI/gpt-4o', 'openai-gpt-4o', 'llama3:8b'];
    expect(new Set(ids.map(uniqueSlug)).size).toBe(ids.length);
    expect(uniqueSlug('openai-gpt-4o')).toBe('openai-gpt-4o');
  });

  it.each([
    [teams, { displayName: 'Data Science!', slug: 'ds' }, 'ds'],
    [teams, { displayName: ' Data  Science! ' }, 'data-science'],
    [workflows, { displayName: 'My research', type: 'deep_research' }, 'deep-research'],
    [businessUnits, { organizationId: 'acme', displayName: 'Lab 1' }, 'acme-lab-1'],
    [businessUnits, { organizationId: 'acme', displayName: 'x', slug: 'lab' }, 'acme-lab'],
  ])('is by the rule of its collection', (collection, spec, expected) => {
    expect(objectName(collection, spec, Math.random)).toBe(expected);
  });

  it('is the kind and six characters where nothing is left', () => {
    expect(objectName(teams, { displayName: '…' }, () => 0)).toBe('team-aaaaaa');
    expect(objectName(businessUnits, { organizationId: 'acme' }, Math.random)).toMatch(
      /^businessunit-[a-z0-9]{6}$/,
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRuntime, factsFor, principal, entitlement } from '../testing/request-facts.ts';
import {
  allowedModels,
  deprecation,
  group,
  key,
  model,
  rule,
  simulated,
  fallback,
} from '../testing/fragments.ts';
import { RequestAttributes } from '@aicp/contracts/routing/request/request-attributes';
import { route } from '@aicp/contracts/routing/route';
import { mayUse, refusingLimits, usableMembers } from '@aicp/contracts/routing/catalog/entitlement';
import { entitlementOf } from '@aicp/contracts/routing/tables';
import type { PolicyFragment } from '@aicp/contracts/snapshot/sections/policies';

describe('entitlement', () => {
  interface Lists {
    readonly key?: readonly string[];
    readonly team?: readonly string[];
    readonly organization?: readonly string[];
    /** Whether llama has gone, and gpt-big serves its requests. */
    readonly isLlamaGone?: boolean;
  }

  const LLAMA_ENDS = deprecation('llama', {
    sunsetAt: '2026-01-01T00:00:00Z',
    replacement: 'gpt-big',
    autoReroute: true,
  });
  const NOW = Date.parse('2026-06-01T00:00:00Z');

  /** What a key of team `ml` of `acme` sees, with these lists of models. */
  function seen({ key: own = [], team = [], organization = [], isLlamaGone = false }: Lists) {
    const runtime = buildRuntime({
      providers: [simulated('sim')],
      models: [
        model('gpt-big', 'sim', { aliases: ['best'], fallbacks: ['gpt-small', 'llama'] }),
        model('gpt-small', 'sim'),
        model('llama', 'sim'),
        model('secret', 'sim', { organization: 'globex' }),
      ],
      policies: [
        group('mixed', { 'gpt-small': 1, llama: 1 }),
        rule('p', 'prefer', ['llama', 'mixed']),
      ],
      deprecations: isLlamaGone ? [LLAMA_ENDS] : [],
      keys: [key('k', { team: 'ml', organization: 'acme', allowedModels: [...own] })],
      teams: team.length > 0 ? [allowedModels('Team', 'ml', team)] : [],
      organizations:
        organization.length > 0 ? [allowedModels('Organization', 'acme', organization)] : [],
    });
    const [entry] = runtime.keys.values();
    const entitlement = entitlementOf(entry!.principal, runtime, NOW);
    return { ...runtime, entitlement, principal: entry!.principal };
  }

  const usable = (lists: Lists): string[] => {
    const { catalog, entitlement } = seen(lists);
    return catalog.usable(entitlement).map(({ name }) => name);
  };

  const refusing = (lists: Lists, name: string): string[] => {
    const { catalog, entitlement } = seen(lists);
    return refusingLimits(catalog.find(name, entitlement)!, entitlement).map(
      ({ holder }) => holder,
    );
  };

  describe('what a request may use', () => {
    it.each<[Lists, string[]]>([
      [{}, ['best', 'gpt-big', 'gpt-small', 'llama', 'mixed']],
      [{ organization: ['gpt-*'], team: ['gpt-big'] }, ['best', 'gpt-big']],
      [{ organization: ['best'], key: ['gpt-big'] }, ['best', 'gpt-big']],
      [{ team: ['mixed'], key: ['llama'] }, ['mixed']],
      [{ team: ['mixed'], key: ['gpt-*'], organization: ['gpt-small', 'mixed'] }, ['mixed']],
      [{ team: ['gone'] }, []],
      [{ key: ['llama'], team: ['gpt-*'] }, []],
    ])('of %j is what all lists allow', (lists, names) => {
      expect(usable(lists)).toEqual(names);
    });

    it('is a group as far as every list allows it', () => {
      const { catalog, entitlement } = seen({ team: ['mixed'], key: ['llama'] });
      const members = usableMembers(catalog.find('mixed', entitlement)!, entitlement);
      expect(members.map(({ model: { id } }) => id)).toEqual(['llama']);
    });

    it.each<[Lists, string, string[]]>([
      [{ key: ['llama'], team: ['gpt-*'] }, 'gpt-big', ['key']],
      [{ key: ['llama'], team: ['gpt-*'] }, 'llama', ['team ml']],
      [{ team: ['llama'], organization: ['llama'] }, 'best', ['team ml', 'organization acme']],
      [{ key: ['llama'], team: ['gpt-small'] }, 'mixed', ['key', 'team ml']],
    ])('of %j is refused %s by %j', (lists, name, holders) => {
      expect(refusing(lists, name)).toEqual(holders);
    });
  });

  const entry = fc.constantFrom(
    'gpt-big',
    'best',
    'gpt-small',
    'llama',
    'mixed',
    'gpt-*',
    'l*',
    'x',
  );
  const list = fc.array(entry, { maxLength: 3 });
  const anyLists = fc.record({
    key: list,
    team: list,
    organization: list,
    isLlamaGone: fc.boolean(),
  });
  const NAMES = ['gpt-big', 'best', 'gpt-small', 'llama', 'mixed', 'secret'];

  /** The ids of the models that may serve a name, fallbacks and preferred ones included. */
  function servers(lists: Lists, name: string): string[] {
    const { catalog, entitlement, principal, policies } = seen(lists);
    const resolution = catalog.find(name, entitlement);
    if (!resolution || !mayUse(resolution, entitlement)) return [];
    const attributes = new RequestAttributes(factsFor(resolution, { principal }));
    const { candidates } = route({
      resolution,
      entitlement,
      attributes,
      catalog,
      policies,
      random: () => 0,
    });
    return candidates.map(({ id }) => id);
  }

  describe('a list', () => {
    it('never widens what the others leave, whoever has it, whatever policies and fallbacks say', () => {
      fc.assert(
        fc.property(anyLists, fc.constantFrom(...NAMES), (lists, name) => {
          const all = servers(lists, name);
          for (const holder of ['key', 'team', 'organization'] as const) {
            const alone = servers(
              { [holder]: lists[holder], isLlamaGone: lists.isLlamaGone },
              name,
            );
            const without = servers({ ...lists, [holder]: [] }, name);
            expect(alone).toEqual(expect.arrayContaining(all));
            expect(without).toEqual(expect.arrayContaining(all));
          }
        }),
        { numRuns: 60 },
      );
    });

    it('shows in the list of models exactly those names that are served', () => {
      fc.assert(
        fc.property(anyLists, (lists) => {
          const served = NAMES.filter((name) => servers(lists, name).length > 0);
          expect(usable(lists)).toEqual(served.sort());
        }),
        { numRuns: 60 },
      );
    });
  });
});

describe('deny', () => {
  const beta = { organization: 'beta' };

  /** Who serves beta's request for a model, where the platform denies `large` to beta, and these policies stand beside that. */
  function routed(policies: readonly PolicyFragment[], requested = 'small', random = () => 0) {
    const denial = rule('no-large', 'deny', ['large'], {
      condition: 'organization == beta',
      priority: 1_000_000,
    });
    const { catalog, policies: book } = buildRuntime({
      providers: [simulated('sim')],
      models: [
        model('small', 'sim'),
        model('medium', 'sim'),
        model('large', 'sim', { aliases: ['big'] }),
        model('with-fallback', 'sim', { fallbacks: ['large', 'medium'] }),
      ],
      policies: [group('mixed', { large: 9, medium: 3, small: 1 }), denial, ...policies],
    });
    const view = entitlement(beta);
    const resolution = catalog.find(requested, view)!;
    const { candidates, policy } = route({
      resolution,
      entitlement: view,
      attributes: new RequestAttributes(factsFor(resolution, { principal: principal(beta) })),
      catalog,
      policies: book,
      random,
    });
    return [candidates.map(({ id }) => id).join(' '), policy];
  }

  describe('what the platform denies', () => {
    it('stays denied whatever an organization prefers or permits, by whatever name', () => {
      for (const target of ['large', 'big', 'mixed']) {
        const [preferred] = routed([rule('theirs', 'prefer', [target], beta)]);
        const [permitted] = routed([rule('theirs', 'permit', ['small', target], beta)]);
        expect(preferred).not.toContain('large');
        expect(permitted).not.toContain('large');
      }
      expect(routed([rule('theirs', 'prefer', ['large'], beta)])).toEqual(['small', 'theirs']);
      expect(routed([rule('theirs', 'permit', ['large'], beta)])).toEqual(['', 'no-large']);
    });

    it('stays denied in groups and fallbacks that an organization makes', () => {
      const theirs = [
        group('theirs', { large: 1, small: 1 }, beta),
        fallback('more', 'small', ['large'], beta),
      ];
      expect(routed(theirs, 'theirs')[0]).toBe('small');
      expect(routed(theirs)[0]).toBe('small');
      expect(routed([], 'with-fallback')[0]).toBe('with-fallback medium');
    });

    it('is not brought back once nothing of the request is left', () => {
      expect(routed([rule('theirs', 'prefer', ['small'], beta)], 'large')).toEqual([
        '',
        'no-large',
      ]);
    });

    it('leaves the shares of a group to the members that are left', () => {
      expect(routed([], 'mixed', () => 0.74)[0]).toBe('medium small');
      expect(routed([], 'mixed', () => 0.76)[0]).toBe('small medium');
    });
  });

  describe('the platform’s order', () => {
    it('is kept by an organization’s permit, whose other targets follow', () => {
      const platform = rule('ours', 'prefer', ['medium']);
      const theirs = rule('theirs', 'permit', ['with-fallback', 'small', 'medium'], beta);
      expect(routed([platform, theirs])[0]).toBe('medium small with-fallback');
    });

    it('is changed by an organization’s prefer among what is left', () => {
      const platform = rule('ours', 'permit', ['medium', 'small', 'large']);
      expect(routed([platform, rule('theirs', 'prefer', ['medium', 'large'], beta)])[0]).toBe(
        'medium small',
      );
    });
  });
});

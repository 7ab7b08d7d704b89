import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRuntime } from '../testing/build-runtime.ts';
import {
  allowedModels,
  deprecation,
  group,
  key,
  model,
  rule,
  simulated,
} from '../testing/fragments.ts';
import { factsFor } from '../testing/request-facts.ts';
import { RequestAttributes } from '@aicp/contracts/routing/request-attributes';
import { route } from '@aicp/contracts/routing/route';
import { mayUse, refusingLimits, usableMembers } from '@aicp/contracts/routing/viewer';
import { viewerOf } from '@aicp/contracts/routing/viewer-of';

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
  const viewer = viewerOf(entry!.caller, runtime, NOW);
  return { ...runtime, viewer, caller: entry!.caller };
}

const usable = (lists: Lists): string[] => {
  const { catalog, viewer } = seen(lists);
  return catalog.usable(viewer).map(({ name }) => name);
};

const refusing = (lists: Lists, name: string): string[] => {
  const { catalog, viewer } = seen(lists);
  return refusingLimits(catalog.find(name, viewer)!, viewer).map(({ holder }) => holder);
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
    const { catalog, viewer } = seen({ team: ['mixed'], key: ['llama'] });
    const members = usableMembers(catalog.find('mixed', viewer)!, viewer);
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

const entry = fc.constantFrom('gpt-big', 'best', 'gpt-small', 'llama', 'mixed', 'gpt-*', 'l*', 'x');
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
  const { catalog, viewer, caller, policies } = seen(lists);
  const asked = catalog.find(name, viewer);
  if (!asked || !mayUse(asked, viewer)) return [];
  const attributes = new RequestAttributes(factsFor(asked, { caller }));
  const { candidates } = route({ asked, viewer, attributes, catalog, policies, random: () => 0 });
  return candidates.map(({ id }) => id);
}

describe('a list', () => {
  it('never widens what the others leave, whoever has it, whatever policies and fallbacks say', () => {
    fc.assert(
      fc.property(anyLists, fc.constantFrom(...NAMES), (lists, name) => {
        const all = servers(lists, name);
        for (const holder of ['key', 'team', 'organization'] as const) {
          const alone = servers({ [holder]: lists[holder], isLlamaGone: lists.isLlamaGone }, name);
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

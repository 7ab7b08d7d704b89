import { expect, it } from 'vitest';
import type { AgentFragment } from '../snapshot/sections/agents.ts';
import { AgentBook } from './agent-book.ts';

const agent = (more: Partial<AgentFragment> = {}): AgentFragment => ({
  source: { kind: 'Agent', name: 'planner', uid: 'u-1', generation: 1 },
  id: 'planner',
  url: 'https://agents.example.com',
  credential: 'none',
  timeoutMs: 1_000,
  isActive: true,
  ...more,
});
const caller = (more: object = {}) => ({
  key: 'ci',
  organization: 'acme',
  team: 'ml',
  ...more,
});
const finds = (fragment: AgentFragment, more?: object) =>
  new AgentBook([fragment], []).find('planner', caller(more)) !== undefined;

it.each<[string, Partial<AgentFragment>, object, boolean]>([
  ['the platform’s, by anybody', {}, { organization: undefined, team: undefined }, true],
  ['an organization’s, by its own', { organization: 'acme' }, {}, true],
  ['an organization’s, by another’s', { organization: 'acme' }, { organization: 'globex' }, false],
  [
    'an organization’s, by the platform’s',
    { organization: 'acme' },
    { organization: undefined },
    false,
  ],
  ['a team’s, by that team', { teams: ['ml'] }, {}, true],
  ['a team’s, by nobody’s team', { teams: ['ml'] }, { team: undefined }, false],
  ['a key’s, by that key', { keys: ['ci'] }, { team: undefined }, true],
  ['a key’s, by another one', { keys: ['cd'] }, {}, false],
  ['a team’s and a key’s, by the key', { teams: ['ops'], keys: ['ci'] }, {}, true],
  ['one that names nobody', { teams: [] }, {}, false],
  ['one out of service', { isActive: false }, {}, false],
])('%s is found or not', (_, fragment, more, isFound) => {
  expect(finds(agent(fragment), more)).toBe(isFound);
});

it('an agent has its token, or lacks it', () => {
  const source = agent().source;
  const of = (credential: AgentFragment['credential'], token?: string) =>
    new AgentBook(
      [agent({ credential, priceUsd: '0.01' })],
      token === undefined ? [] : [{ source, agent: 'planner', token }],
    ).find('planner', caller());
  expect(of('set', 'hunter2')).toMatchObject({ token: 'hunter2', lacksToken: false });
  expect(of('set')).toMatchObject({ token: undefined, lacksToken: true });
  expect(of('missing')).toMatchObject({ token: undefined, lacksToken: true });
  expect(of('none')).toMatchObject({ lacksToken: false, priceNanoUsd: 10_000_000n });
});

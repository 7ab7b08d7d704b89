import { describe, expect, it } from 'vitest';
import type { AgentFragment } from '../snapshot/sections/agents.ts';
import type { WorkflowAgentFragment } from '../snapshot/sections/workflow-agents.ts';
import { AgentBook, type AgentFragments } from './agent-book.ts';

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
const bookOf = (fragments: Partial<AgentFragments>) =>
  new AgentBook({ agents: [], credentials: [], workflows: [], ...fragments });
const finds = (fragment: AgentFragment, more?: object) =>
  bookOf({ agents: [fragment] }).find('planner', caller(more)) !== undefined;

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
    bookOf({
      agents: [agent({ credential, priceUsd: '0.01' })],
      credentials: token === undefined ? [] : [{ source, agent: 'planner', token }],
    }).find('planner', caller());
  expect(of('set', 'hunter2')).toMatchObject({ token: 'hunter2', lacksToken: false });
  expect(of('set')).toMatchObject({ token: undefined, lacksToken: true });
  expect(of('missing')).toMatchObject({ token: undefined, lacksToken: true });
  expect(of('none')).toMatchObject({ lacksToken: false, priceNanoUsd: 10_000_000n });
});

describe('a name that several have', () => {
  const workflow = (organization: string | undefined, isOffered = true): WorkflowAgentFragment => ({
    source: { kind: 'WorkflowTemplate', name: 'w', uid: `w-${organization}`, generation: 3 },
    ...{ type: 'planner', organization },
    ...(isOffered ? { offer: { name: 'Planner' } } : {}),
  });
  const ofPlatform = agent();
  const ofAcme = agent({ organization: 'acme' });
  const found = (
    agents: readonly AgentFragment[],
    workflows: readonly WorkflowAgentFragment[],
    organization: string | undefined = 'acme',
  ) => bookOf({ agents, workflows }).find('planner', caller({ organization }))?.uid;

  it('is the platform’s before an organization’s, and an Agent’s before a workflow’s', () => {
    const both = [workflow(undefined), workflow('acme')];
    expect(found([ofPlatform], both)).toBe('u-1');
    expect(found([ofAcme], both)).toBe('w-undefined');
    expect(found([ofAcme], [workflow('acme')])).toBe('u-1');
    expect(found([], [workflow('acme')])).toBe('w-acme');
  });

  it('is free where another organization has it, and where an Agent is out of service it is not', () => {
    expect(found([agent({ organization: 'globex' })], [workflow('acme')])).toBe('w-acme');
    expect(found([{ ...ofPlatform, isActive: false }], [workflow(undefined)])).toBeUndefined();
    expect(found([], [workflow('acme')], 'globex')).toBeUndefined();
    expect(
      bookOf({ workflows: [workflow('acme')] }).find(
        'planner',
        caller({ organization: undefined }),
      ),
    ).toBeUndefined();
  });

  it('of a workflow of the platform that is not offered is left to Agents alone', () => {
    const kept = workflow(undefined, false);
    expect(found([], [kept, workflow('acme')])).toBeUndefined();
    expect(found([ofAcme], [kept, workflow('acme')])).toBe('u-1');
  });
});

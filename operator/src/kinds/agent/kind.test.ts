import { describe, expect, it } from 'vitest';
import { apiKey, object, secret } from '../../testing/builders.ts';
import { compiled, fragments, verdictOn } from '../../testing/compiled.ts';

const url = 'https://agents.example.com/researcher';
const agent = (name: string, spec: object = {}) => object('Agent', name, { url, ...spec });
const organization = (name: string) => object('Organization', name, { displayName: name });
const team = (name: string, organizationId: string) =>
  object('Team', name, { displayName: name, organizationId });

describe('an agent', () => {
  it('is told with who may use it, and its token apart from it', () => {
    const spec = {
      organizationId: 'acme',
      secretRef: { name: 'researcher', key: 'token' },
      allowedTeams: ['ml'],
      allowedKeys: ['ci'],
      timeoutSeconds: 30,
      rpmLimit: 60,
      priceUsd: '0.01',
    };
    const objects = [
      organization('acme'),
      team('ml', 'acme'),
      apiKey('ci', { organizationId: 'acme' }),
      agent('researcher', spec),
    ];
    const result = compiled(objects, { secrets: [secret('researcher', { token: 'hunter2' })] });
    expect(verdictOn(result, 'researcher').reason).toBe('Accepted');
    expect(fragments(result, 'agents')).toMatchObject([
      {
        id: 'researcher',
        organization: 'acme',
        url,
        credential: 'set',
        teams: ['ml'],
        keys: ['ci'],
        timeoutMs: 30_000,
        rpmLimit: 60,
        priceUsd: '0.01',
        isActive: true,
      },
    ]);
    expect(fragments(result, 'agent_credentials')).toMatchObject([
      { agent: 'researcher', token: 'hunter2' },
    ]);
  });

  it('is open to all callers where it names none', () => {
    const [fragment] = fragments(compiled([agent('open')]), 'agents');
    expect(fragment).toMatchObject({ credential: 'none' });
    expect(fragment).not.toHaveProperty('teams');
    expect(fragment).not.toHaveProperty('keys');
  });

  it('lets those of its list in that exist, and says which do not', () => {
    const result = compiled([agent('researcher', { allowedTeams: ['nobody'] })]);
    expect(verdictOn(result, 'researcher')).toMatchObject({
      reason: 'ReferenceNotFound',
      message: expect.stringContaining('Team "nobody" does not exist') as string,
    });
    expect(fragments(result, 'agents')).toMatchObject([{ teams: ['nobody'] }]);
  });

  it('cannot be called without the token that it names', () => {
    const result = compiled([agent('researcher', { secretRef: { name: 'gone', key: 'token' } })]);
    expect(verdictOn(result, 'researcher').reason).toBe('SecretNotFound');
    expect(fragments(result, 'agents')).toMatchObject([{ credential: 'missing' }]);
    expect(fragments(result, 'agent_credentials')).toEqual([]);
  });

  it('is left out where its address is one that nothing is ever sent to', () => {
    const result = compiled([agent('inner', { url: 'http://169.254.169.254/latest' })]);
    expect(verdictOn(result, 'inner').reason).toBe('Invalid');
    expect(fragments(result, 'agents')).toEqual([]);
  });

  it('of an organization is told that a workflow which the platform offers comes first', () => {
    const steps = [{ id: 'answer', type: 'llm', with: { prompt: 'Hi' } }];
    const workflow = (publish: boolean) =>
      object('WorkflowTemplate', 'research', { steps, publish });
    const own = agent('research', { organizationId: 'acme' });
    const says = (publish: boolean) =>
      [...compiled([organization('acme'), own, workflow(publish)]).verdicts.values()].find(
        ({ object: { kind } }) => kind === 'Agent',
      )?.message;
    expect(says(true)).toContain('the platform offers a workflow "research"');
    expect(says(false)).not.toContain('workflow');
  });
});

import { workflowDefinition } from '@aicp/contracts/workflows/workflow-definition';
import { describe, expect, it } from 'vitest';
import { object } from '../../testing/builders.ts';
import { after, compiled, fragments, verdictOn } from '../../testing/compiled.ts';

const steps = [
  { id: 'answer', type: 'llm', with: { prompt: '${{ input.query }}', max_tokens: 5 } },
];
const acme = object('Organization', 'acme', {});
const template = (name: string, spec: object = {}, age = 0) =>
  object('WorkflowTemplate', name, { steps, ...spec }, { age });
const templatesOf = (...objects: Parameters<typeof compiled>[0]) =>
  fragments(compiled(objects), 'workflow-templates');

describe('a workflow template', () => {
  it('carries all that the engine runs, its steps as they were written', () => {
    const [found] = templatesOf(
      template('deep', {
        displayName: 'Deep research',
        type: 'deep_research',
        maxCostUsd: '0.5',
        inputSchema: { type: 'object' },
        steps: [
          {
            ...steps[0],
            retry: { maxAttempts: 2, backoff: '1.5' },
            onError: 'continue',
            timeoutSeconds: 60,
          },
        ],
      }),
    );
    expect(found).toMatchObject({
      type: 'deep_research',
      name: 'Deep research',
      input_schema: { type: 'object' },
      timeout_seconds: 3600,
      max_cost_usd: '0.5',
      is_active: true,
      publish: false,
      steps: [
        {
          id: 'answer',
          with: { prompt: '${{ input.query }}', max_tokens: 5 },
          timeout_seconds: 60,
          retry: {
            ...{ max_attempts: 2, initial_interval_seconds: 1 },
            ...{ backoff: 1.5, max_interval_seconds: 60 },
          },
          on_error: 'continue',
        },
      ],
    });
    expect(workflowDefinition.safeParse(found).success).toBe(true);
  });

  it('is called by the name of its object where it has no type', () => {
    expect(templatesOf(template('plain'))).toMatchObject([{ type: 'plain', name: 'plain' }]);
  });

  it('that is not valid says where, and its last good form stays', () => {
    const before = compiled([template('one')]);
    const wrong = template('one', { steps: [{ id: 'a', type: 'llm', needs: ['b'] }] });
    const result = compiled([wrong], { previous: after(before) });
    expect(verdictOn(result, 'one')).toMatchObject({ reason: 'Invalid', inEffect: 'kept' });
    expect(verdictOn(result, 'one').message).toContain(
      'spec.steps.0.needs.0: there is no step "b": name one of the steps',
    );
    expect(fragments(result, 'workflow-templates')).toMatchObject([{ steps: [{ id: 'answer' }] }]);
  });

  it('that runs itself by the name of its object is not valid', () => {
    const again = { id: 'again', type: 'workflow', with: { template: 'loop' } };
    const result = compiled([template('loop', { steps: [again] })]);
    expect(verdictOn(result, 'loop').message).toContain('is this template itself');
  });

  it('leaves a type to the older one of its owner', () => {
    const result = compiled([
      template('old', { type: 'same' }),
      template('new', { type: 'same' }, 2),
    ]);
    expect(verdictOn(result, 'new')).toMatchObject({ reason: 'Conflicted' });
    expect(fragments(result, 'workflow-templates')).toHaveLength(1);
  });

  it('of an organization is told that the platform’s comes first', () => {
    const own = template('own', { type: 'same', organizationId: 'acme' }, 2);
    const result = compiled([acme, own, template('all', { type: 'same' })]);
    expect(verdictOn(result, 'own').message).toContain('the platform has a template "same"');
    expect(verdictOn(result, 'all').reason).toBe('Accepted');
  });

  it('is an agent of gateways where it is published and active, and else keeps its name alone', () => {
    const agentsOf = (spec: object) =>
      fragments(compiled([template('sum', { description: 'Sums.', ...spec })]), 'workflow-agents');
    expect(agentsOf({ publish: true })).toMatchObject([
      { type: 'sum', offer: { name: 'sum', description: 'Sums.' } },
    ]);
    for (const spec of [{}, { publish: true, isActive: false }]) {
      expect(agentsOf(spec)).toMatchObject([{ type: 'sum' }]);
      expect(agentsOf(spec)[0]).not.toHaveProperty('offer.name');
    }
  });

  it('stays an agent in its last good form', () => {
    const before = compiled([template('one', { publish: true })]);
    const wrong = template('one', { steps: [{ id: 'a', type: 'llm', needs: ['b'] }] });
    const result = compiled([wrong], { previous: after(before) });
    expect(fragments(result, 'workflow-agents')).toMatchObject([{ offer: { name: 'one' } }]);
  });

  it('that is published leaves its name to an Agent of its owner or of the platform, and is told so', () => {
    const agent = (spec: object = {}) =>
      object('Agent', 'same', { url: 'https://agents.example.com', ...spec });
    const own = template('own', { type: 'same', organizationId: 'acme', publish: true });
    const says = (...objects: Parameters<typeof compiled>[0]) =>
      verdictOn(compiled([acme, object('Organization', 'globex', {}), ...objects]), 'own').message;
    for (const organization of [{}, { organizationId: 'acme' }]) {
      expect(says(own, agent(organization))).toContain('there is an Agent "same"');
    }
    expect(says(own, agent({ organizationId: 'globex' }))).not.toContain('Agent');
    const unpublished = template('own', { type: 'same', organizationId: 'acme' });
    expect(says(unpublished, agent())).not.toContain('Agent');
  });
});

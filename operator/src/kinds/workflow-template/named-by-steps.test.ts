import { createCompiler } from '../../compile/compile.ts';
import { NOTHING_BEFORE } from '../../compile/types.ts';
import { describe, expect, it } from 'vitest';
import { model, object, policy, provider } from '../../testing/builders.ts';
import { compiled, fragments, verdictOn } from '../../testing/compiled.ts';

type Objects = Parameters<typeof compiled>[0];

const acme = object('Organization', 'acme', {});
const globex = object('Organization', 'globex', {});

const server = (spec: object = {}) =>
  object('MCPServer', 'tracker', {
    ...{ serverType: 'streamable_http', url: 'https://tools.example.com/mcp' },
    ...spec,
  });

const agent = (spec: object = {}) =>
  object('Agent', 'researcher', { url: 'https://agents.example.com', ...spec });

const workflow = (name: string, spec: object = {}) =>
  object('WorkflowTemplate', name, {
    steps: [{ id: 'answer', type: 'llm', with: { prompt: 'Hi' } }],
    ...spec,
  });

/** A template that names one thing, in a step that another step runs. */
const naming = (type: string, given: object, spec: object = {}) =>
  object(
    'WorkflowTemplate',
    'wanting',
    {
      steps: [
        { id: 'both', type: 'parallel', with: { steps: ['one'] } },
        { id: 'one', type, with: given },
      ],
      ...spec,
    },
    { age: 5 },
  );

const tool = (spec: object = {}) => naming('tool', { server: 'tracker', tool: 'find' }, spec);
const asking = (spec: object = {}) => naming('agent', { agent: 'researcher', message: 'Hi' }, spec);
const llm = (model: string, spec: object = {}) => naming('llm', { model, prompt: 'Hi' }, spec);
const child = (spec: object = {}) => naming('workflow', { template: 'child' }, spec);

const said = (...objects: Objects) => verdictOn(compiled(objects), 'wanting');
const ofAcme = { organizationId: 'acme' };
const ofGlobex = { organizationId: 'globex' };

describe('what the steps of a template name', () => {
  it.each([
    ['MCPServer', tool(), 'spec.steps.1.with.server: MCPServer "tracker" does not exist'],
    ['Agent', asking(), 'spec.steps.1.with.agent: Agent "researcher" does not exist'],
    ['model', llm('gone'), 'spec.steps.1.with.model: no model is called "gone"'],
    ['template', child(), 'spec.steps.1.with.template: no WorkflowTemplate has the type "child"'],
  ])('and is no %s that exists is said, and the template is run all the same', (_, one, why) => {
    const result = compiled([one]);
    expect(verdictOn(result, 'wanting')).toMatchObject({
      reason: 'ReferenceNotFound',
      message: expect.stringContaining(why) as string,
      inEffect: 'current',
    });
    expect(fragments(result, 'workflow-templates')).toMatchObject([{ type: 'wanting' }]);
  });

  it.each([
    ['MCPServer', tool(), server()],
    ['Agent', asking(), agent()],
    ['model', llm('fast'), model('fast')],
    ['template', child(), workflow('some-name', { type: 'child' })],
    ['template that is an agent', asking(), workflow('researcher', { publish: true })],
  ])('is accepted as soon as the %s arrives, and not any more when it goes', (_, one, named) => {
    const compile = createCompiler();
    const reasonWith = (...objects: Objects) => {
      const input = { objects, bindings: new Map(), secret: () => undefined };
      const result = compile({ ...input, isTimeZone: () => true }, NOTHING_BEFORE);
      return verdictOn(result, 'wanting').reason;
    };
    const others = [provider('sim')];
    expect(reasonWith(...others, one)).toBe('ReferenceNotFound');
    expect(reasonWith(...others, one, named)).toBe('Accepted');
    expect(reasonWith(...others, one)).toBe('ReferenceNotFound');
  });

  it('may be what an expression comes to, or the default model, of which nothing is said', () => {
    expect(said(llm('${{ input.model }}')).reason).toBe('Accepted');
    expect(said(naming('llm', { prompt: 'Hi' })).reason).toBe('Accepted');
  });

  it('may be the platform’s or its own organization’s, and nobody learns what others have', () => {
    for (const [one, make] of [
      [tool(ofAcme), server],
      [asking(ofAcme), agent],
    ] as const) {
      expect(said(acme, one, make()).reason).toBe('Accepted');
      expect(said(acme, one, make(ofAcme)).reason).toBe('Accepted');
      expect(said(acme, globex, one, make(ofGlobex)).message).toBe(said(acme, one).message);
      expect(said(acme, one).message).toContain('for Organization "acme"');
    }
    const other = workflow('child', ofGlobex);
    expect(said(acme, globex, child(ofAcme), other).reason).toBe('ReferenceNotFound');
  });

  it('may be an organization’s for a template of the platform, which that one runs', () => {
    const own = { ...ofAcme, modelId: 'own' };
    expect(said(acme, tool(), server(ofAcme)).reason).toBe('Accepted');
    expect(said(acme, provider('sim'), llm('own'), model('own', own)).reason).toBe('Accepted');
    expect(said(acme, child(), workflow('child', ofAcme)).reason).toBe('Accepted');
  });

  it('may be an alias, a group, or a model that is gone and whose requests go to another', () => {
    const known = [provider('sim'), model('fast', { aliases: ['quick'] })];
    expect(said(...known, llm('quick')).reason).toBe('Accepted');
    const smart = { policyType: 'model_group', config: { alias: 'smart', models: ['fast'] } };
    expect(said(...known, policy('smart', smart), llm('smart')).reason).toBe('Accepted');
    const end = (autoReroute: boolean) =>
      object('ModelDeprecation', 'end', {
        ...{ modelName: 'old', replacementModel: 'fast', sunsetDate: '2026-01-01', autoReroute },
      });
    expect(said(...known, end(true), llm('old')).reason).toBe('Accepted');
    expect(said(...known, end(false), llm('old')).reason).toBe('ReferenceNotFound');
  });

  it('and is there without being served, or no agent, is said with what to do', () => {
    expect(said(llm('fast'), model('fast')).message).toContain('is not served now, see Model/fast');
    expect(said(asking(), workflow('researcher')).message).toContain('set publish: true on it');
  });
});

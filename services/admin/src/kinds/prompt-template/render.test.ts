import type { Problem } from '@aicp/common/errors/problem';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { MAX_RENDERED, type PromptValue } from '@aicp/contracts/prompts/render-prompt';
import { promptTemplate } from '@aicp/crds/prompt-template';
import { promptVersion } from '@aicp/crds/prompt-version';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  contextOf,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from '../../resources/testing/resource-fixture.ts';
import { versionsOf } from '../prompt-version/approved-versions.ts';
import type { PromptText } from '../prompt-version/prompt-text.ts';
import { approve } from './decide.ts';
import { render } from './render.ts';
import { promptTemplateRoutes } from './routes.ts';

const variable = (name: string, more: object = {}) => ({
  name,
  type: 'string' as const,
  required: true,
  ...more,
});

const refusal = (text: PromptText, values: Record<string, PromptValue>): string => {
  try {
    return render(text, values);
  } catch (error) {
    const { status, errors = [] } = error as Problem;
    return [status, ...errors.map(({ path, message }) => `${path} ${message}`)].join('; ');
  }
};

describe('rendering a prompt', () => {
  it('puts values where the text names their variables', () => {
    const text = {
      templateText: 'Say {{word}} {{ times }} times: {{word}}! {{loud}}',
      variables: [
        ...[variable('word'), variable('times', { type: 'number' })],
        variable('loud', { type: 'boolean' }),
      ],
    };
    const said = render(text, { word: 'hé', times: 2.5, loud: true });
    expect(said).toBe('Say hé 2.5 times: hé! true');
  });

  it('takes the default of a variable without a value, and nothing where it is not required', () => {
    const text = {
      templateText: '[{{a}}][{{b}}]',
      variables: [variable('a', { default: 'x' }), variable('b', { required: false })],
    };
    expect(render(text, {})).toBe('[x][]');
    expect(render(text, { a: '' })).toBe('[][]');
  });

  it('takes any value for a variable that is not declared', () => {
    expect(render({ templateText: '{{a}} {{b}}' }, { a: 1, b: 'two' })).toBe('1 two');
  });

  it('names what is missing, unknown or of another type', () => {
    const text = {
      templateText: '{{free}} {{name}}',
      variables: [variable('name'), variable('count', { type: 'number' })],
    };
    expect(refusal(text, { count: '3', nam: 'x' })).toBe(
      [
        '422; variables.nam is no variable of the prompt',
        ...['variables.free is required', 'variables.name is required'],
        'variables.count must be a number',
      ].join('; '),
    );
  });

  it('leaves everything else in braces as it is', () => {
    const templateText = '{{#if a}} {{a.b}} {a} {{}} {{{{ }} {{1}} {{constructor.name}}';
    expect(render({ templateText }, {})).toBe(templateText);
  });

  it('takes no value from what every object inherits', () => {
    expect(refusal({ templateText: '{{constructor}}' }, {})).toBe(
      '422; variables.constructor is required',
    );
  });

  it('never expands a value again, whatever stands in it', () => {
    const piece = fc.constantFrom('{{a}}', '{{b}}', '{{', '}}', '$&', '$1', 'x', '{{ a }}');
    const value = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(render({ templateText: '<{{a}}|{{b}}|{{a}}>' }, { a, b })).toBe(`<${a}|${b}|${a}>`);
      }),
    );
  });

  it('ends where a short text would make a huge one', () => {
    const templateText = '{{a}}'.repeat(1000);
    expect(refusal({ templateText }, { a: 'x'.repeat(Math.ceil(MAX_RENDERED / 1000)) })).toBe(
      '422',
    );
  });
});

const decidingOn = (aicp: ResourceFixture) => ({
  prompts: aicp.services(promptTemplate),
  service: aicp.services(promptVersion),
  store: aicp.store,
  clock: new ManualClock(0),
});
const PROMPT = { organizationId: 'acme', templateText: 'One', state: 'in_review' };

describe('approved versions', () => {
  it('belong to the very prompt: one that takes its name later has none of them', async () => {
    await using aicp = await resourceFixture();
    const first = await aicp.put('PromptTemplate', 'summary', PROMPT);
    const made = await approve(decidingOn(aicp), contextOf(somebody('org_admin')), first);
    expect(versionsOf(aicp.store, made)).toHaveLength(1);
    expect(aicp.peek('PromptVersion', 'summary-1')?.metadata).toMatchObject({
      ownerReferences: [{ kind: 'PromptTemplate', name: 'summary', uid: first.metadata.uid }],
    });
    const another = { ...made, metadata: { ...made.metadata, uid: 'another' } };
    expect(versionsOf(aicp.store, another)).toEqual([]);
  });

  it('are deleted with it', async () => {
    await using aicp = await resourceFixture();
    const first = await aicp.put('PromptTemplate', 'summary', PROMPT);
    const deciding = decidingOn(aicp);
    const context = contextOf(somebody('org_admin'));
    const made = await approve(deciding, context, first);
    await deciding.prompts.delete(context, made, false);
    expect(aicp.peek('PromptVersion', 'summary-1')).toBeUndefined();
  });

  it('are not approved by who submitted them, where another administrator could', async () => {
    await using aicp = await resourceFixture();
    const key = { keyHash: 'a'.repeat(64), role: 'org_admin', organizationId: 'acme' };
    await aicp.put('APIKey', 'other', key);
    await aicp.put('PromptTemplate', 'summary', { ...PROMPT, state: 'draft' });
    const call = async (verb: string, subject: string) => {
      const route = promptTemplateRoutes(decidingOn(aicp)).find(({ path }) =>
        path.endsWith(`/${verb}`),
      );
      const principal = somebody('org_admin', { subject });
      return (await route!.handler(contextOf(principal, { params: { id: 'summary' } }))).body;
    };
    expect(await call('submit-review', 'ada')).toMatchObject({ submitted_by: 'ada' });
    await expect(call('approve', 'ada')).rejects.toMatchObject({ status: 403 });
    expect(await call('approve', 'bob')).toMatchObject({ status: 'approved' });
  });

  it('are not approved by who wrote them, whoever submitted them', async () => {
    await using aicp = await resourceFixture();
    const key = { keyHash: 'a'.repeat(64), role: 'org_admin', organizationId: 'acme' };
    await aicp.put('APIKey', 'bobs', { ...key, userId: 'bob' });
    await aicp.put('APIKey', 'dans', { ...key, userId: 'dan' });
    const deciding = decidingOn(aicp);
    const as = (subject: string) => contextOf(somebody('org_admin', { subject }));
    const made = await deciding.prompts.create(as('ada'), { name: 'Summary', template_text: 'A' });
    const edited = await deciding.prompts.update(as('bob'), made, { template_text: 'AB' });
    expect(edited.spec['writtenBy']).toEqual([{ userId: 'ada' }, { userId: 'bob' }]);
    const submitted = await aicp.put('PromptTemplate', 'summary', {
      ...edited.spec,
      state: 'in_review',
      submittedBy: 'cy',
    });
    await expect(approve(deciding, as('ada'), submitted)).rejects.toMatchObject({ status: 403 });
    await expect(approve(deciding, as('bob'), submitted)).rejects.toMatchObject({ status: 403 });
    const approved = await approve(deciding, as('dan'), submitted);
    const anew = await deciding.prompts.update(as('dan'), approved, { template_text: 'C' });
    expect(anew.spec['writtenBy']).toEqual([{ userId: 'dan' }]);
  });

  it('take no word of a caller on who wrote them', async () => {
    await using aicp = await resourceFixture();
    const { prompts: service } = decidingOn(aicp);
    const body = { name: 'Summary', template_text: 'A', written_by: [{ user_id: 'somebody' }] };
    const context = contextOf(somebody('org_admin'));
    await expect(service.create(context, body)).rejects.toMatchObject({ status: 422 });
  });
});

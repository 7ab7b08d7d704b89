import { evaluateTemplate } from '@aicp/contracts/workflows/expressions/template';
import type { StepResult } from '@aicp/contracts/workflows/expressions/expression';
import { sha256 } from '@aicp/contracts/snapshot/digest';
import { describe, expect, it } from 'vitest';
import { INITIAL_WORKFLOWS } from './workflows.ts';

type Written = (typeof INITIAL_WORKFLOWS)[string];
type Steps = Readonly<Record<string, StepResult>>;

/** A model whose answers depend on all that it is asked; of one step, they may be other ones. */
const answerOf = (id: string, prompt: unknown, other: string | undefined): string =>
  `${id}${id === other ? '!' : ''}:${sha256(JSON.stringify(prompt)).slice(0, 8)}`;

/** What a workflow puts out, its steps run in their order. */
function outputOf({ steps, output }: Written, input: unknown, other?: string) {
  const nested = new Set(steps.flatMap(({ with: given }) => (given?.['steps'] ?? []) as string[]));
  const scopeOf = (ended: Steps) => ({
    ...{ input, steps: ended },
    execution: { id: 'e-1', template: 'test' },
  });
  const run = (id: string, ended: Steps): unknown => {
    const step = steps.find((one) => one.id === id);
    const given = evaluateTemplate(step?.with, { scope: scopeOf(ended) }) as Record<
      string,
      unknown
    >;
    if (step?.type === 'transform') return given['value'];
    if (step?.type === 'llm') return { text: answerOf(id, given['prompt'], other) };
    const own = given['steps'] as readonly string[];
    return Object.fromEntries(own.map((one) => [one, run(one, ended)]));
  };
  let ended: Steps = {};
  for (const { id } of steps.filter((step) => !nested.has(step.id))) {
    ended = { ...ended, [id]: { status: 'completed', output: run(id, ended) } };
  }
  return evaluateTemplate(output, { scope: scopeOf(ended) }) as Record<string, string>;
}

const CASES = [
  ['research', { query: 'birds' }, 'report'],
  ['coding', { task: 'sort a list', language: 'Go' }, 'code'],
  ['data-analysis', { data: [{ a: 1 }], question: 'why' }, 'answer'],
] as const;

describe.each(CASES)('the workflow %s', (name, input, result) => {
  const workflow = INITIAL_WORKFLOWS[name]!;

  it('puts out something else when a model answers any one of its steps in another way', () => {
    const usual = outputOf(workflow, input);
    const asked = workflow.steps.filter(({ type }) => type === 'llm');
    expect(asked.length).toBeGreaterThan(3);
    for (const { id } of asked) {
      expect(outputOf(workflow, input, id)[result], id).not.toBe(usual[result]);
    }
  });

  it('needs no more than it asks for, and hands on all that it is given', () => {
    const { required } = workflow.inputSchema as { readonly required: readonly string[] };
    const least = Object.fromEntries(
      Object.entries(input).filter(([field]) => required.includes(field)),
    );
    expect(outputOf(workflow, least)[result]).toMatch(/^\w+:\w{8}$/);
    const changed = { ...input, [required[0] ?? '']: 'something else' };
    expect(outputOf(workflow, changed)[result]).not.toBe(outputOf(workflow, input)[result]);
  });
});

import { hash } from 'node:crypto';
import { PostgresServer, postgresBinaries } from '@aicp/common/database/testing/engines';
import { systemClock } from '@aicp/common/time/clock';
import {
  workflowDefinition,
  type WorkflowDefinition,
} from '@aicp/contracts/workflows/workflow-definition';
import { model, provider, settings } from '@aicp/gateway/testing/fragments';
import {
  answerJson,
  completion,
  startScriptedProvider,
} from '@aicp/gateway/testing/scripted-provider';
import { INITIAL_WORKFLOWS } from '@aicp/operator/control/initial/workflows';
import { object } from '@aicp/operator/testing/builders';
import { compiled, fragments } from '@aicp/operator/testing/compiled';
import { EngineReplica } from '@aicp/workflow/testing/engine-replica';
import { builtInKey, sectionsOf } from '@aicp/workflow/testing/fragments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startKillableGateway } from './kills/gateway.ts';

const binaries = postgresBinaries();

/** The templates as the operator hands them to the engine. */
const TEMPLATES = fragments(
  compiled(
    Object.entries(INITIAL_WORKFLOWS).map(([name, spec]) => object('WorkflowTemplate', name, spec)),
  ),
  'workflow-templates',
).map((fragment) => workflowDefinition.parse(fragment));

const INPUTS: Readonly<Record<string, object>> = {
  research: { query: 'birds', audience: 'children' },
  coding: { task: 'sort a list', language: 'Go' },
  data_analysis: { data: [{ region: 'north', sales: 12 }], question: 'Why?' },
};

const asking = (template: WorkflowDefinition) =>
  template.steps.filter(({ type }) => type === 'llm');

/** By what a step's prompt is told from those of the others: the longest of what stands in it as it is. */
function markOf(step: WorkflowDefinition['steps'][number]): string {
  const texts = String(step.with['prompt']).split(/\$\{\{.*?\}\}/s);
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}

/** A model that answers to each step what depends on all of its prompt, and to one of them something else. */
class Model {
  /** Of which step the answer is another one. */
  changed: string | undefined;
  /** What each step was asked last. */
  readonly prompts = new Map<string, string>();
  private readonly steps = TEMPLATES.flatMap(asking);

  readonly say = (body: Buffer): string => {
    const { messages } = JSON.parse(body.toString()) as { messages: { content: string }[] };
    const prompt = messages.at(-1)?.content ?? '';
    const step = this.steps.find((one) => prompt.includes(markOf(one)));
    if (!step) throw new Error(`a prompt of no step: ${prompt}`);
    this.prompts.set(step.id, prompt);
    return this.answerTo(step.id);
  };

  /** What it answers to a step, as it was asked last. */
  answerTo(id: string): string {
    const changed = id === this.changed ? '!' : '';
    return `${id}${changed}:${hash('sha256', this.prompts.get(id) ?? '').slice(0, 12)}`;
  }
}

describe.skipIf(binaries === undefined)(
  'the workflows that exist from the start, by engine and gateway',
  () => {
    const script = new Model();
    const running = new AsyncDisposableStack();
    let engine: EngineReplica;

    beforeAll(async () => {
      const scripted = await startScriptedProvider((response, { body }) => {
        answerJson(response, completion(script.say(body)));
      });
      running.use(scripted);
      const gateway = running.use(
        await startKillableGateway({
          settings: settings({ defaultModel: 'chat' }),
          providers: [provider('scripted', { baseUrl: scripted.url })],
          models: [model('chat', 'scripted')],
          keys: [builtInKey],
        }),
      );
      const database = await PostgresServer.start(binaries ?? '');
      running.defer(() => database.stop());
      const parts = { instance: 'one', database: database.url(), gateway: gateway.url };
      engine = running.use(
        await EngineReplica.start({ ...parts, sections: sectionsOf(TEMPLATES) }),
      );
    }, 60_000);
    afterAll(async () => {
      await running.disposeAsync();
    });

    /** Executes one without credentials; answers what it puts out. */
    async function outputOf(template: string, input: object | undefined): Promise<unknown> {
      const url = `${engine.url}/api/v1/executions`;
      const body = JSON.stringify({ template, input });
      const headers = { 'content-type': 'application/json' };
      const started = await fetch(url, { method: 'POST', headers, body });
      const { id } = (await started.json()) as { id: string };
      for (const end = Date.now() + 30_000; ;) {
        const now = (await (await fetch(`${url}/${id}`)).json()) as Record<string, unknown>;
        if (now['status'] === 'completed') return now['output'];
        if (now['status'] === 'failed' || Date.now() > end) throw new Error(JSON.stringify(now));
        await systemClock.sleep(25);
      }
    }

    it('are three', () => {
      expect(TEMPLATES.map(({ type }) => type).sort()).toEqual(Object.keys(INPUTS).sort());
    });

    it.each(TEMPLATES.map((template) => [template.type, template] as const))(
      '%s hands on what each step answers, and puts out something else when any of them answers otherwise',
      async (type, template) => {
        script.changed = undefined;
        const usual = await outputOf(type, INPUTS[type]);
        const ids = asking(template).map(({ id }) => id);
        expect(ids.length).toBeGreaterThan(3);
        const prompts = ids.map((id) => script.prompts.get(id) ?? '');
        const handedOn = [...prompts, JSON.stringify(usual)].join('\n');
        for (const id of ids) expect(handedOn, id).toContain(script.answerTo(id));
        for (const prompt of prompts.slice(1)) {
          expect(ids.filter((id) => prompt.includes(script.answerTo(id)))).not.toEqual([]);
        }
        const last = script.answerTo(ids.at(-1) ?? '');
        for (const id of ids) {
          script.changed = id;
          const other = await outputOf(type, INPUTS[type]);
          expect(other, id).not.toEqual(usual);
          // What is asked last gets all that came before, so that its answer is another one too.
          expect(script.answerTo(ids.at(-1) ?? ''), id).not.toBe(last);
          expect(JSON.stringify(other)).toContain(script.answerTo(ids.at(-1) ?? ''));
        }
      },
      60_000,
    );
  },
);

import { expect } from 'vitest';
import type { Driver, Question, Said } from './driver.ts';

/** The vendor's model does not do this, and says nothing of it. */
export class NotGiven extends Error {
  override readonly name = 'NotGiven';
}

/** Something that clients do, tried with one client at one vendor. Throws what the client throws where it is refused. */
export interface Scenario {
  readonly name: string;
  run(driver: Driver, model: string): Promise<void>;
}

const GREETING = 'Hello there';
const SPOKEN = `You said: ${GREETING}`;
const RESULT = 'sunny';

const whole = { text: SPOKEN, end: 'stop', calls: [] };

/** The tools are called, and what they answer is spoken of. */
async function usesTools(driver: Driver, question: Question, count: number): Promise<Said> {
  const said = await driver.ask({ ...question, hasTools: true });
  expect(said.end).toBe('calls');
  expect(said.calls.map(({ name }) => name)).toEqual(['get_weather', 'get_time'].slice(0, count));
  expect(said.calls.map((call) => call.arguments)).toEqual(
    Array.from({ length: count }, () => ({ city: expect.any(String) as string })),
  );
  const before = { text: question.text, said, result: RESULT };
  const next = await driver.ask({ ...question, hasTools: true, before });
  const results = Array.from({ length: count }, () => RESULT).join(' and ');
  expect(next).toMatchObject({ text: `The tools said: ${results}.`, end: 'stop', calls: [] });
  return said;
}

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'text',
    async run(driver, model) {
      const said = await driver.ask({ model, text: GREETING });
      expect(said).toMatchObject(whole);
      expect(said.usage?.input).toBeGreaterThan(0);
      expect(said.usage?.output).toBeGreaterThan(0);
    },
  },
  {
    name: 'stream',
    async run(driver, model) {
      const document = await driver.ask({ model, text: GREETING });
      const said = await driver.ask({ model, text: GREETING, stream: true });
      expect(said).toMatchObject({ ...whole, usage: document.usage });
    },
  },
  {
    name: 'tools',
    async run(driver, model) {
      await usesTools(driver, { model, text: 'Call get_weather' }, 1);
      await usesTools(driver, { model, text: 'Call get_weather', stream: true }, 1);
    },
  },
  {
    name: 'parallel tools',
    async run(driver, model) {
      const text = 'Call get_weather and the other in parallel';
      const said = await usesTools(driver, { model, text }, 2);
      expect(new Set(said.calls.map(({ id, name }) => id || name)).size).toBe(2);
      await usesTools(driver, { model, text, stream: true }, 2);
    },
  },
  {
    name: 'images',
    async run(driver, model) {
      const said = await driver.ask({ model, text: GREETING, hasImage: true });
      expect(said.text).toBe(`${SPOKEN} I see 1 of your media.`);
    },
  },
  {
    name: 'JSON schema',
    async run(driver, model) {
      const { text } = await driver.ask({ model, text: GREETING, hasSchema: true });
      const person = { name: expect.any(String) as string, age: expect.any(Number) as number };
      expect(JSON.parse(text)).toEqual(person);
    },
  },
  {
    name: 'reasoning',
    async run(driver, model) {
      for (const stream of [false, true]) {
        const said = await driver.ask({ model, text: GREETING, wantsReasoning: true, stream });
        expect(said).toMatchObject(whole);
        if (said.reasoning === '') throw new NotGiven('no reasoning');
        expect(said.reasoning).toBe('The question is plain, and so is its answer.');
      }
    },
  },
  {
    name: 'reasoning with tools',
    async run(driver, model) {
      const question = { model, text: 'Call get_weather', wantsReasoning: true };
      await usesTools(driver, question, 1);
      await usesTools(driver, { ...question, stream: true }, 1);
    },
  },
  {
    name: 'refusal',
    async run(driver, model) {
      for (const stream of [false, true]) {
        const said = await driver.ask({ model, text: 'Please refuse', stream });
        expect(said.text).toBe('I cannot help with that.');
      }
    },
  },
  {
    name: 'length',
    async run(driver, model) {
      for (const stream of [false, true]) {
        const question = { model, text: 'Say it at length', maxTokens: 16, stream };
        const said = await driver.ask(question);
        expect(said.end).toBe('length');
        expect(said.text).toMatch(/^One thing leads to the next/);
      }
    },
  },
  {
    name: 'leaving',
    async run(driver, model) {
      const question = { model, text: 'Say it at length', stream: true, leaves: true };
      const said = await driver.ask(question);
      expect(said.text).toMatch(/^One /);
    },
  },
];

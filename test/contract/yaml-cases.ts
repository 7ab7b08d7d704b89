import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kindNamed, kinds } from '@aicp/crds/kinds';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { expect, describe, it } from 'vitest';
import { parse } from 'yaml';
import type { ContractOptions } from './contract-server.ts';
import { custom } from './objects.ts';
import { topic } from './suite.ts';

const CASES = join(import.meta.dirname, '../../crds/cases');
const EXPECT = /^# expect: (.+)$/gm;

interface YamlCase {
  readonly name: string;
  readonly text: string;
  /** What the error must contain; empty for a good one. */
  readonly expected: readonly string[];
}

/** The YAML files of a feature: `good` ones must be taken, `bad` ones refused with the words at their top. */
export function yamlCases(feature: string, sort: 'good' | 'bad'): YamlCase[] {
  const folder = join(CASES, feature, sort);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const expected = [...text.matchAll(EXPECT)].map(([, words]) => words ?? '');
      return { name: file.replace(/\.yaml$/, ''), text, expected };
    });
}

/** The messages of all rules in a schema. */
function ruleMessages(schema: StructuralSchema): string[] {
  const { properties = {}, items, additionalProperties } = schema;
  const children = [...Object.values(properties), items, additionalProperties];
  return [
    ...(schema['x-kubernetes-validations'] ?? []).map(({ message }) => message),
    ...children.flatMap((child) => (child ? ruleMessages(child) : [])),
  ];
}

/** Whether an expectation is of a rule: it ends with the rule's message, or with the beginning of it. */
function covers(expectation: string, message: string): boolean {
  const [, said] = expectation.split(': Invalid value: ');
  // The value of a rule that stands on a text comes first, in quotes.
  return said !== undefined && message.startsWith(said.replace(/^"[^"]*": /, ''));
}

function kindOfFeature(feature: string): KindDefinition {
  const found = kinds.find((kind) => kind.feature === feature);
  if (!found) throw new Error(`no kind has the feature ${feature}`);
  return found;
}

interface CaseObject {
  readonly kind: string;
  readonly apiVersion: string;
}

/** Every YAML case of every kind, against the server. */
export function casesContract(options: ContractOptions): void {
  topic('the cases of each kind', options, (shared) => {
    const dryRun = async (text: string) => {
      const object = parse(text) as CaseObject;
      const path = custom(shared().namespace, kindNamed(object.kind).plural);
      return shared().client.post(path, object, { dryRun: 'All', fieldValidation: 'Strict' });
    };

    describe.each(kinds.map((kind) => [kind.kind, kind.feature] as const))('%s', (_, feature) => {
      it('has good ones and bad ones', () => {
        expect(yamlCases(feature, 'good').length).toBeGreaterThan(0);
        expect(yamlCases(feature, 'bad').length).toBeGreaterThan(0);
      });

      it('has a bad one for every rule', () => {
        const words = yamlCases(feature, 'bad').flatMap(({ expected }) => expected);
        const messages = ruleMessages(kindOfFeature(feature).structural.spec);
        const uncovered = messages.filter(
          (message) => !words.some((text) => covers(text, message)),
        );
        expect(uncovered).toEqual([]);
      });

      it.each(yamlCases(feature, 'good').map((good) => [good.name, good] as const))(
        'takes %s',
        async (_name, { text }) => {
          const answer = await dryRun(text);
          expect(answer.status, answer.text).toBe(201);
        },
      );

      it.each(yamlCases(feature, 'bad').map((bad) => [bad.name, bad] as const))(
        'refuses %s',
        async (_name, { text, expected }) => {
          const answer = await dryRun(text);
          expect(expected.length).toBeGreaterThan(0);
          expect([400, 422], answer.text).toContain(answer.status);
          for (const words of expected) expect(answer.body.message).toContain(words);
        },
      );
    });
  });
}

import type { KindDefinition } from '@aicp/crds/kit/kind';
import type { Json } from '@aicp/crds/kit/testing/valid-spec';
import { ruleMessages } from '@aicp/test/contract/spec-cases';

/** What a validator makes of a spec. */
export interface Verdict {
  /** As it would be stored, with defaults; undefined where it is refused. */
  readonly spec?: unknown;
  /** The messages of the rules that it breaks; undefined where its form is wrong and rules were not looked at. */
  readonly broken: readonly string[] | undefined;
  readonly why: string;
}

/**
 * What zod says of a spec. A server looks at no rule where the form is wrong, and zod looks at those of the other
 * parts: one message that is not a rule's makes `broken` undefined.
 */
export function verdictOfZod(kind: KindDefinition, spec: Json): Verdict {
  const { data, error } = kind.spec.safeParse(spec);
  if (!error) return { spec: data, broken: [], why: 'taken' };
  const messages = error.issues.map(({ message }) => message);
  const broken = brokenRules(kind, (rule) => messages.includes(rule));
  const onlyRules = messages.every((message) => broken.includes(message));
  return { broken: onlyRules ? broken : undefined, why: messages.join() };
}

/** The messages of a kind's rules that pass a test, each once: two rules may share their words. */
export function brokenRules(kind: KindDefinition, isBroken: (rule: string) => boolean): string[] {
  return [...new Set(ruleMessages(kind.structural.spec))].filter(isBroken);
}

import type { Source } from '@aicp/contracts/snapshot/sections/kit/section';
import { createCompiler } from '../compile/compile.ts';
import {
  NOTHING_BEFORE,
  type CompileInput,
  type Compiled,
  type Previous,
  type Verdict,
} from '../compile/types.ts';
import type { SourceObject } from '../kinds/kit/source-object.ts';
import type { SecretView } from '../kinds/kit/lookup.ts';

export interface CompileOptions {
  readonly secrets?: readonly SecretView[];
  readonly previous?: Previous;
  readonly bindings?: CompileInput['bindings'];
}

/** Compiles once, remembering nothing. */
export function compiled(objects: readonly SourceObject[], options: CompileOptions = {}): Compiled {
  const secrets = new Map((options.secrets ?? []).map((known) => [known.name, known]));
  return createCompiler()(
    {
      objects,
      bindings: options.bindings ?? new Map(),
      secret: (name) => secrets.get(name),
      isTimeZone: (zone) => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC',
    },
    options.previous ?? NOTHING_BEFORE,
  );
}

/** A fragment as a test reads it. */
export type AnyFragment = Record<string, unknown> & { readonly source: Source };

export const fragments = (result: Compiled, section: string): AnyFragment[] =>
  JSON.parse(result.sections[section] ?? '[]') as AnyFragment[];

/** The fragments of all key shards. */
export const keys = (result: Compiled): AnyFragment[] =>
  Object.keys(result.sections)
    .filter((section) => section.startsWith('keys-'))
    .flatMap((section) => fragments(result, section));

/** The verdict on an object, by name. */
export function verdictOn(result: Compiled, name: string): Verdict {
  const found = [...result.verdicts.values()].find((verdict) => verdict.object.name === name);
  if (!found) throw new Error(`no verdict on ${name}`);
  return found;
}

/** What a compilation left for the next one, as if it had been committed. */
export function after(result: Compiled, rejected: Previous['rejected'] = new Map()): Previous {
  return {
    rejected,
    lastGood: (section, uid) => fragments(result, section).find(({ source }) => source.uid === uid),
  };
}

/** What the statuses record once they are written. */
export const bindingsOf = ({ verdicts }: Compiled): CompileInput['bindings'] =>
  new Map([...verdicts].map(([uid, { owner, parent }]) => [uid, { owner, parent }] as const));

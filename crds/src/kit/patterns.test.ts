import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { kinds } from '../kinds.ts';

interface Definition {
  readonly type?: string;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly checks?: readonly z.core.$ZodCheck[];
}
type Pattern = z.core.$ZodCheckRegexDef;

/** The checks by pattern of a schema and all that is in it, with their paths. */
function patternsOf(schema: z.core.$ZodType, path: string): [string, Pattern][] {
  const definition = schema._zod.def as unknown as Definition;
  const { shape = {}, element, valueType, innerType, options = [], checks = [] } = definition;
  const own = checks
    .map((check) => check._zod.def as Pattern)
    .filter(({ pattern }) => pattern instanceof RegExp)
    .map((check) => [path, check] as [string, Pattern]);
  const inner = [element, valueType, innerType, ...options].filter((one) => one !== undefined);
  return [
    ...own,
    ...Object.entries(shape).flatMap(([key, child]) => patternsOf(child, `${path}.${key}`)),
    ...inner.flatMap((child) => patternsOf(child, path)),
  ];
}

const patterns = kinds.flatMap((kind) => [
  ...patternsOf(kind.spec, `${kind.kind}.spec`),
  ...patternsOf(kind.statusSchema, `${kind.kind}.status`),
]);

describe('a pattern of a schema', () => {
  it('is there in every text that a definition holds one for', () => {
    const written = JSON.stringify(kinds.map(({ structural }) => structural));
    expect(patterns).toHaveLength(written.match(/"pattern":"/g)?.length ?? 0);
  });

  it('says in words what is allowed', () => {
    const silent = patterns.filter(([, { error }]) => {
      const said = (error as z.core.$ZodErrorMap | undefined)?.({
        code: 'invalid_format',
        format: 'regex',
        input: 'x',
      });
      return typeof said !== 'string' || !/^(must|may) .{10,}/.test(said);
    });
    expect(silent.map(([path]) => path)).toEqual([]);
  });

  it('is told of in no rule', () => {
    const messages = JSON.stringify(kinds.map(({ structural }) => structural)).match(
      /"message":"[^"]*"/g,
    );
    for (const message of messages ?? []) expect(message).not.toMatch(/[\^$\\]|\[[a-z]-|>=|<=/);
  });
});

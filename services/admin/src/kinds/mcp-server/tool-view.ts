import type { KnownTool } from '@aicp/common/mcp/mcp-upstream';
import { z } from 'zod';
import type { Spec } from '../../resources/collection.ts';

/** A tool as the API shows it. */
export const toolView = z.object({
  name: z.string(),
  description: z.string().nullable(),
  input_schema: z.unknown(),
  digest: z.string().meta({ description: 'SHA-256 of its definition as it is now.' }),
  approved_digest: z.string().nullable().meta({ description: 'Null: any definition is taken.' }),
  is_changed: z.boolean().meta({
    description:
      'Its definition is not the approved one: it is out of service until it is approved.',
  }),
  is_allowed: z.boolean().meta({ description: 'allowed_tools names it, or names none.' }),
});

interface Terms {
  readonly name: string;
  readonly digest?: string;
}

const termsIn = (spec: Spec): readonly Terms[] => (spec['tools'] ?? []) as readonly Terms[];

/** A tool beside what its server's spec says of it. */
export function shownTool(
  { definition, digest }: KnownTool,
  spec: Spec,
): z.output<typeof toolView> {
  const { name, description, inputSchema } = definition;
  const approved = termsIn(spec).find((one) => one.name === name)?.digest;
  const allowed = (spec['allowedTools'] ?? []) as readonly string[];
  return {
    name,
    description: typeof description === 'string' ? description : null,
    input_schema: inputSchema,
    digest,
    approved_digest: approved ?? null,
    is_changed: approved !== undefined && approved !== digest,
    is_allowed: allowed.length === 0 || allowed.includes(name),
  };
}

/** A spec with the approved definition of one tool. */
export function withApproved(spec: Spec, name: string, digest: string): Spec {
  const terms = termsIn(spec);
  const isThere = terms.some((one) => one.name === name);
  const tools = isThere
    ? terms.map((one) => (one.name === name ? { ...one, digest } : one))
    : [...terms, { name, digest }];
  return { ...spec, tools };
}

/** How the tools of a server differ from what its spec says of them, by name. */
export function toolsOf(
  spec: Spec,
  tools: readonly KnownTool[],
): { readonly changed: string[]; readonly missing: string[]; readonly unapproved: string[] } {
  const shown = tools.map((tool) => shownTool(tool, spec));
  const names = new Set(shown.map(({ name }) => name));
  const named = [
    ...termsIn(spec).map(({ name }) => name),
    ...((spec['allowedTools'] ?? []) as readonly string[]),
  ];
  return {
    changed: shown.filter((tool) => tool.is_changed).map(({ name }) => name),
    missing: [...new Set(named)].filter((name) => !names.has(name)),
    unapproved: shown.filter((tool) => tool.approved_digest === null).map(({ name }) => name),
  };
}

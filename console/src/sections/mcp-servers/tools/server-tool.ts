import type { ApiObject } from '../../../api/api-object.ts';
import type { Tone } from '../../../ui/text/object-state.ts';

/** A tool, as `GET /api/v1/mcp-servers/{id}/tools` tells it. */
export interface ServerTool {
  readonly name: string;
  readonly description: string | null;
  readonly input_schema: unknown;
  /** SHA-256 of its definition as it is now. */
  readonly digest: string;
  /** Null: any definition is taken. */
  readonly approved_digest: string | null;
  readonly is_changed: boolean;
  readonly is_allowed: boolean;
}

/** What a server's object says of one tool. */
export interface ToolTerms {
  readonly name: string;
  readonly rpm_limit?: number | null;
  readonly price_usd?: number | string | null;
}

/** Empty where the object has none. */
const listIn = (object: ApiObject, field: string): readonly unknown[] => {
  const value = object[field];
  return Array.isArray(value) ? value : [];
};

export const termsOf = (object: ApiObject): readonly ToolTerms[] =>
  listIn(object, 'tools') as readonly ToolTerms[];

/** Empty: all. */
export const allowedTools = (object: ApiObject): readonly string[] =>
  listIn(object, 'allowed_tools') as readonly string[];

/** Tools that an object names and its server does not list. */
export function missingTools(object: ApiObject, listed: readonly ServerTool[]): readonly string[] {
  const names = new Set(listed.map(({ name }) => name));
  const named = [...allowedTools(object), ...termsOf(object).map(({ name }) => name)];
  return [...new Set(named)].filter((name) => !names.has(name));
}

/**
 * What `allowed_tools` becomes where one tool is allowed, or not any more. Undefined where none would be left: an empty list allows all of them.
 */
export function allowedAfter(
  allowed: readonly string[],
  listed: readonly string[],
  change: { readonly name: string; readonly isAllowed: boolean },
): readonly string[] | undefined {
  const before = allowed.length === 0 ? listed : allowed;
  const others = before.filter((name) => name !== change.name);
  const after = change.isAllowed ? [...others, change.name] : others;
  return after.length === 0 ? undefined : after;
}

export interface Standing {
  readonly label: string;
  readonly tone: Tone;
  readonly why: string;
}

/** How a tool's definition stands to the one that was approved. */
export function standingOf(tool: ServerTool): Standing {
  if (tool.is_changed) {
    return {
      ...{ label: 'Changed', tone: 'bad' },
      why: 'Its definition is not the approved one: it is out of service until it is approved.',
    };
  }
  if (tool.approved_digest === null) {
    return {
      ...{ label: 'Not pinned', tone: 'quiet' },
      why: 'No definition of it was approved: whatever the server tells is taken.',
    };
  }
  return { label: 'Approved', tone: 'good', why: 'It has the definition that was approved.' };
}

/** As much of a digest as tells two apart. */
export const shortDigest = (digest: string): string => digest.slice(0, 12);

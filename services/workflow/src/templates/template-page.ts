import {
  cursorOfMark,
  markOfCursor,
  noSortField,
  type PageMark,
} from '@aicp/api-kit/route/page-mark';
import type { WorkflowDefinition } from '@aicp/contracts/workflows/workflow-definition';

/** A part of a list of templates, as a client asks for it. */
export interface TemplateQuery {
  /** Text that the name or the type holds, regardless of its case. */
  readonly q?: string | undefined;
  /** A field of an answer, with `-` before it the other way round; undefined: by type. */
  readonly sort?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** The part, with one more where there are more. */
export interface TemplatePage {
  readonly rows: readonly WorkflowDefinition[];
  /** How many there are on all pages. */
  readonly total: number;
  readonly cursorOf: (last: WorkflowDefinition) => string;
}

/** What a template has in an order, as text that sorts so. */
type Value = (one: WorkflowDefinition) => string;

const number = (value: number): string => value.toFixed(9).padStart(30, '0');

const FIELDS: Readonly<Record<string, Value>> = {
  id: ({ type }) => type,
  type: ({ type }) => type,
  name: ({ name }) => name.toLowerCase(),
  description: ({ description = '' }) =>
    // A cursor holds the value: the first letters of a long text are enough to order by.
    description.slice(0, 200).toLowerCase(),
  organization_id: ({ organization = '' }) => organization,
  max_cost_usd: ({ max_cost_usd: most }) => (most === undefined ? '' : number(Number(most))),
  timeout_seconds: ({ timeout_seconds: seconds }) => number(seconds),
};

/** A page of templates, of which no two have one type. Throws a Problem (422) for a field that they have not, and for what is no cursor. */
export function templatePage(
  templates: readonly WorkflowDefinition[],
  { q, sort = 'type', cursor, limit }: TemplateQuery,
): TemplatePage {
  const name = sort.replace(/^-/, '');
  const valueOf = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  if (!valueOf) throw noSortField(sort);
  const after = cursor === undefined ? undefined : markOfCursor(cursor, sort);
  const markOf = (one: WorkflowDefinition): PageMark => ({ value: valueOf(one), id: one.type });
  const order = inOrder(sort.startsWith('-') ? -1 : 1);
  const wanted = templates.filter(holding(q)).map((one) => ({ one, mark: markOf(one) }));
  const behind = wanted
    .filter(({ mark }) => after === undefined || order(mark, after) > 0)
    .toSorted((a, b) => order(a.mark, b.mark));
  return {
    rows: behind.slice(0, limit + 1).map(({ one }) => one),
    total: wanted.length,
    cursorOf: (last) => cursorOfMark(sort, markOf(last)),
  };
}

/** Equal values stand by their types, so that pages neither repeat nor lose one. */
const inOrder =
  (direction: 1 | -1) =>
  (a: PageMark, b: PageMark): number => {
    const byValue = compare(a.value, b.value) * direction;
    return byValue === 0 ? compare(a.id, b.id) : byValue;
  };

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function holding(q: string | undefined): (one: WorkflowDefinition) => boolean {
  const text = q?.toLowerCase() ?? '';
  return ({ name, type }) => [name, type].some((one) => one.toLowerCase().includes(text));
}

import { Problem } from '@aicp/common/errors/problem';
import { z } from 'zod';
import { PAGE_HEADERS, pageAnswer, pageQuery } from '@aicp/api-kit/route/page';
import { cursorOfMark, markOfCursor, type PageMark } from '@aicp/api-kit/route/page-mark';
import type { Route, RouteContext } from '@aicp/api-kit/route/route';
import { defineRoute } from '../../access/define-route.ts';
import { idIn } from '../../resources/collections/collection-routes.ts';
import { objectAnswer, objectDeclaration } from '../../resources/collections/object-answers.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import { approve, rollBack, STATE_FIELDS, type Deciding } from './decide.ts';
import { promptOf } from '../prompt-version/prompt-text.ts';
import { requireState } from './life-cycle.ts';
import { hasApprovedText, isToldApprovedAlone } from './shown-prompt.ts';
import { nextVersion, versionNamed } from '../prompt-version/approved-versions.ts';
import { render } from './render.ts';
import { versionsView, versionView } from '../prompt-version/version-view.ts';

const PATH = '/api/v1/prompts/{id}';
const TAG = 'Prompts';

const number = z.int().min(1).max(1_000_000);

/** What prompts have beyond the endpoints of every collection: rendering, review, and their versions. */
export const promptTemplateRoutes = (deciding: Deciding): Route[] => [
  renderRoute(deciding),
  moveRoute(deciding, 'submit-review', { from: 'draft', to: 'in_review' }),
  decisionRoute(deciding, {
    verb: 'approve',
    summary: 'Approve the text in review',
    description:
      'Keeps it as an immutable version, which is served from now on. From in_review to approved; from any other state it is 409.',
    decide: async (context) => approve(deciding, context, await promptOfPath(deciding, context)),
  }),
  moveRoute(deciding, 'reject', { from: 'in_review', to: 'draft' }),
  moveRoute(deciding, 'archive', { from: 'approved', to: 'archived' }),
  versionsRoute(deciding),
  rollbackRoute(deciding),
];

const promptOfPath = async ({ prompts }: Deciding, context: RouteContext): Promise<StoredObject> =>
  await prompts.get(context, idIn(context));

const renderBody = z.strictObject({
  variables: z
    .record(z.string().max(64), z.union([z.string(), z.number(), z.boolean()]))
    .default({})
    .meta({ description: 'By name.' }),
  version: number.nullish().meta({
    description:
      'An approved version, or the number of the text at hand. Without it, the one that is served; the text at hand where none was approved yet.',
  }),
});

const rendered = z.object({
  rendered_text: z.string(),
  version: number,
  status: versionView.shape.status,
});

const renderRoute = (deciding: Deciding): Route =>
  defineRoute({
    method: 'post',
    path: `${PATH}/render`,
    operationId: 'renderPrompt',
    tag: TAG,
    summary: 'Put values in place of the variables',
    description:
      'Each `{{variable}}` is replaced once; nothing else in the text, and nothing in a value, means anything.',
    permission: 'prompts:read',
    body: renderBody,
    bodyExample: { variables: { text: 'A long story.', sentences: 2 } },
    answers: { 200: { description: 'The text.', schema: rendered } },
    changesNothing: true,
    handler: async (context) => {
      const prompt = await promptOfPath(deciding, context);
      const { variables, version } = context.body;
      const told = isToldApprovedAlone(prompt, context.principal);
      const wanted = version ?? undefined;
      const { text, ...which } = chosen(deciding, prompt, { requested: wanted, told });
      return { status: 200, body: { rendered_text: render(text, variables), ...which } };
    },
  });

/** The text to render: of an approved version, or the one at hand. */
function chosen(
  { store }: Deciding,
  prompt: StoredObject,
  { requested, told }: { readonly requested: number | undefined; readonly told: boolean },
) {
  const { state, version, servedVersion, ...text } = promptOf(prompt);
  if (requested === undefined && state === 'archived') {
    throw new Problem(409, 'This prompt is archived: name the version that you mean.');
  }
  const wanted = requested ?? servedVersion ?? version;
  if (!told && wanted === version && wanted !== servedVersion)
    return { text, version, status: state };
  const approved = versionNamed(store, prompt, wanted);
  return { text: approved, version: wanted, status: 'approved' as const };
}

interface Step {
  readonly from: 'draft' | 'in_review' | 'approved';
  readonly to: 'draft' | 'in_review' | 'archived';
}

const MOVES = {
  'submit-review': { summary: 'Hand the text in for review', permission: 'prompts:write' },
  reject: { summary: 'Send the text in review back', permission: 'prompts:approve' },
  archive: { summary: 'Serve it no more', permission: 'prompts:write' },
} as const;

/** A verb that changes nothing but the state. */
const moveRoute = (deciding: Deciding, verb: keyof typeof MOVES, { from, to }: Step): Route =>
  decisionRoute(deciding, {
    verb,
    ...MOVES[verb],
    description: `From ${from} to ${to}; from any other state it is 409.`,
    decide: async (context) =>
      await deciding.prompts.change(context, await promptOfPath(deciding, context), {
        action: verb.replace('-', '_'),
        fields: STATE_FIELDS,
        change: (current) => {
          const { store } = deciding;
          const isSubmitted = verb === 'submit-review';
          const before = isSubmitted ? asDraft(store, current) : current;
          requireState(before, verb, from);
          const { submittedWith: _, ...kept } = before.spec;
          const { subject, keyName } = context.principal;
          if (!isSubmitted) return { ...before.spec, state: to };
          const submitted = { ...kept, submittedBy: subject, state: to };
          return keyName === undefined ? submitted : { ...submitted, submittedWith: keyName };
        },
      }),
  });

/** An approved prompt with a text that nobody approved, which came by kubectl or from Git, as the draft of the next version. */
const asDraft = (store: Deciding['store'], prompt: StoredObject): StoredObject =>
  prompt.spec['state'] === 'approved' && !hasApprovedText(store, prompt)
    ? { ...prompt, spec: { ...prompt.spec, state: 'draft', version: nextVersion(store, prompt) } }
    : prompt;

const decisionRoute = (
  { prompts }: Deciding,
  options: {
    verb: 'submit-review' | 'approve' | 'reject' | 'archive';
    summary: string;
    description: string;
    permission?: 'prompts:write' | 'prompts:approve';
    decide: (context: RouteContext) => Promise<StoredObject>;
  },
): Route => {
  const { verb, summary, description, permission = 'prompts:approve', decide } = options;
  const [first = ''] = verb.split('-');
  return defineRoute({
    method: 'post',
    path: `${PATH}/${verb}`,
    operationId: `${first}Prompt`,
    tag: TAG,
    summary,
    description,
    permission,
    answers: { 200: objectDeclaration(prompts, 'It, as it is now.') },
    errors: [409],
    handler: async (context) => await objectAnswer(prompts, context, await decide(context)),
  });
};

const ORDER = '-version';

const versionsRoute = (deciding: Deciding): Route =>
  defineRoute({
    method: 'get',
    path: `${PATH}/versions`,
    operationId: 'listPromptVersions',
    tag: TAG,
    summary: 'List the versions of a prompt, newest first',
    description:
      'The approved ones, and before them the text at hand where it is not approved. Of a prompt of the platform, an organization is told the approved ones alone.',
    permission: 'prompts:read',
    query: pageQuery,
    answers: {
      200: { description: 'A page of them.', schema: z.array(versionView), headers: PAGE_HEADERS },
    },
    handler: async (context) => {
      const { principal, query, request } = context;
      const prompt = await promptOfPath(deciding, context);
      const all = versionsView(deciding.store, prompt, {
        approvedAlone: isToldApprovedAlone(prompt, principal),
        isTextApproved: hasApprovedText(deciding.store, prompt),
      });
      const { limit, cursor } = query;
      const last =
        cursor === undefined ? Infinity : Number(markOfCursor(cursor, ORDER, isNumber).value);
      return pageAnswer(all.filter(({ version }) => version < last).slice(0, limit + 1), {
        ...{ limit, request, total: all.length },
        cursorOf: ({ version }) => cursorOfMark(ORDER, { value: String(version), id: '' }),
      });
    },
  });

const isNumber = ({ value }: PageMark): boolean => /^\d{1,7}$/.test(value);

const rollbackRoute = (deciding: Deciding): Route =>
  defineRoute({
    method: 'post',
    path: `${PATH}/rollback`,
    operationId: 'rollBackPrompt',
    tag: TAG,
    summary: 'Serve an earlier approved version again',
    description: 'Its text becomes the prompt’s, approved as it was.',
    permission: 'prompts:approve',
    body: z.strictObject({ version: number.meta({ description: 'An approved one.' }) }),
    bodyExample: { version: 1 },
    answers: { 200: objectDeclaration(deciding.prompts, 'It, as it is now.') },
    errors: [409],
    handler: async (context) => {
      const seen = await promptOfPath(deciding, context);
      const { version } = context.body;
      return await objectAnswer(
        deciding.prompts,
        context,
        await rollBack(deciding, context, { seen, version }),
      );
    },
  });

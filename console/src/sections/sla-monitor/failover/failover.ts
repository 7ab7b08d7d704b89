import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import type { ApiObject } from '../../../api/api-object.ts';

export type FailoverObserved = NonNullable<ApiSchemas['FailoverRule']['observed']>;

export const observedOf = (object: ApiObject): FailoverObserved =>
  (object as Partial<ApiSchemas['FailoverRule']>).observed ?? {};

/** How each state of a rule is called, and what it means. */
const STATES = {
  watching: { label: 'Watching', tone: 'good', why: 'The source answers its requests.' },
  failed_over: { label: 'Failed over', tone: 'bad', why: 'The target answers in its place.' },
  probing: {
    label: 'Going back',
    tone: 'waiting',
    why: 'A part of the requests tries the source.',
  },
} as const;

/** What is shown of a rule's state; undefined where nothing is known, or nothing that is known here. */
export const failoverLook = (state: string | undefined) =>
  state !== undefined && Object.hasOwn(STATES, state)
    ? STATES[state as keyof typeof STATES]
    : undefined;

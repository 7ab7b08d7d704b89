import type { ApiSchemas } from '@aicp/admin/client/admin-api';

export type Status = NonNullable<ApiSchemas['ABTest']['status']>;

/** What each state of a test is called. */
export const STATES = {
  draft: { label: 'Draft', tone: 'quiet' },
  running: { label: 'Running', tone: 'good' },
  paused: { label: 'Paused', tone: 'waiting' },
  stopped: { label: 'Stopped', tone: 'quiet' },
  promoted: { label: 'Promoted', tone: 'good' },
  rolled_back: { label: 'Rolled back', tone: 'quiet' },
} as const satisfies Record<Status, unknown>;

export const isStatus = (value: unknown): value is Status =>
  typeof value === 'string' && Object.hasOwn(STATES, value);

/** Something to do with a test, as the API has it: `POST /api/v1/ab-tests/{id}/start`. */
export interface Verb {
  readonly path: 'start' | 'pause' | 'stop' | 'promote' | 'rollback';
  readonly label: string;
  readonly question: string;
  /** What follows, for who is asked. */
  readonly text: (models: Models) => string;
  /** What was done, afterwards. */
  readonly done: string;
  readonly isDangerous?: boolean;
  readonly from: readonly Status[];
}

export interface Models {
  readonly base: string;
  readonly variant: string;
}

const VERBS: readonly Verb[] = [
  {
    ...{ path: 'start', label: 'Start', question: 'Start the test?', done: 'The test is started.' },
    text: ({ base, variant }) =>
      `From now on a part of the requests for ${base} is answered by ${variant}.`,
    from: ['draft'],
  },
  {
    ...{
      path: 'start',
      label: 'Go on',
      question: 'Go on with the test?',
      done: 'The test goes on.',
    },
    text: ({ base, variant }) =>
      `From now on a part of the requests for ${base} is answered by ${variant} again.`,
    from: ['paused'],
  },
  {
    ...{ path: 'pause', label: 'Pause', question: 'Pause the test?', done: 'The test is paused.' },
    text: ({ base }) => `${base} answers all its requests until the test goes on.`,
    from: ['running'],
  },
  {
    ...{ path: 'promote', label: 'Promote', question: 'Promote the variant?' },
    done: 'The variant is promoted.',
    text: ({ base, variant }) =>
      `The test ends. ${variant} answers all requests for ${base}, for as long as the test is kept. This cannot be taken back; a new test can be made.`,
    from: ['running', 'paused'],
  },
  {
    ...{ path: 'rollback', label: 'Roll back', question: 'Roll the test back?', isDangerous: true },
    done: 'The test is rolled back.',
    text: ({ base, variant }) =>
      `The test ends, decided against ${variant}. ${base} answers all its requests. This cannot be taken back; a new test can be made.`,
    from: ['running', 'paused'],
  },
  {
    ...{ path: 'stop', label: 'Stop', question: 'Stop the test?', isDangerous: true },
    done: 'The test is stopped.',
    text: ({ base }) =>
      `The test ends without a decision. ${base} answers all its requests. It cannot be started again.`,
    from: ['running', 'paused'],
  },
];

/** What can be done with a test in a state. */
export const verbsFrom = (status: Status): readonly Verb[] =>
  VERBS.filter(({ from }) => from.includes(status));

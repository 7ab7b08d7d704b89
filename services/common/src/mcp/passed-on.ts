import type { Answer } from './upstream-client.ts';

/** What is passed on to a server beside its tools, by what it says that it can. */
export const PASSED_ON = {
  resources: ['resources/list', 'resources/templates/list', 'resources/read'],
  prompts: ['prompts/list', 'prompts/get'],
  completions: ['completion/complete'],
} as const;

/** What the SDK lifts out of the parameters of a request, or puts in their place. */
export interface LiftedOut {
  readonly inputResponses: unknown;
  /** What the server wants to have back, as it gave it. */
  readonly requestState: string | undefined;
  /** Fields of `_meta` that the server is told. */
  readonly meta?: Answer;
}

/** The parameters of a request as they came, for the server that it is passed on to. The token of its progress is not the caller's. */
export function sentOn(
  params: Answer | undefined,
  { inputResponses, requestState, meta = {} }: LiftedOut,
): Answer {
  const { progressToken: _ours, ...said } = (params?.['_meta'] ?? {}) as Answer;
  return {
    ...params,
    _meta: { ...said, ...meta },
    ...(inputResponses === undefined ? {} : { inputResponses }),
    ...(requestState === undefined ? {} : { requestState }),
  };
}

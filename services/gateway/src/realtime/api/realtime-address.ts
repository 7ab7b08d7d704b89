import type { BadRequest } from '../../protocols/protocol.ts';

/** What the address of a session says. */
export interface RealtimeAddress {
  /** The model that is asked for; undefined: the address names none. */
  readonly model: string | undefined;
  /** Why no session is opened there; undefined: one may be. */
  readonly problem: BadRequest | undefined;
}

/** Where sessions are opened: OpenAI's address, and Azure's two. */
export const REALTIME_PATHS: readonly string[] = [
  ...['/v1/realtime', '/realtime'],
  ...['/openai/v1/realtime', '/openai/realtime'],
];

const PATHS: ReadonlySet<string> = new Set(REALTIME_PATHS);

/** Whether sessions are opened at an address. */
export const isRealtime = (url: string): boolean => PATHS.has(url.split('?', 1)[0] ?? '');

/** What cannot be asked for by the address, and what to do instead. */
const NOT_SERVED: Readonly<Record<string, string>> = {
  call_id:
    'A session of somebody else’s call is not joined here: open one of your own, with model in the query.',
  intent: 'Sessions of transcription alone are not served: open one with model in the query.',
};

/** Reads the query of an address. Azure's clients call the model a deployment. */
export function readRealtimeAddress(url: string): RealtimeAddress {
  const query = new URLSearchParams(url.split('?')[1]);
  const names = new Set([...query.getAll('model'), ...query.getAll('deployment')]);
  const [model] = names;
  return { model: model === '' ? undefined : model, problem: problemOf(query, names) };
}

function problemOf(query: URLSearchParams, names: ReadonlySet<string>): BadRequest | undefined {
  for (const [param, message] of Object.entries(NOT_SERVED))
    if (query.has(param)) return { param, message };
  return names.size > 1
    ? { param: 'model', message: 'The address names more than one model: name one.' }
    : undefined;
}

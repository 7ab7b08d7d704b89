import type { Entitlement } from './entitlement.ts';
import { usableMembers } from './entitlement.ts';
import type { Resolution, RoutingModel } from './resolution.ts';

/** Where requests for models of each mode are sent, for people. */
const ADDRESSES: Readonly<Record<string, string>> = {
  chat: 'POST /v1/chat/completions',
  completion: 'POST /v1/completions',
  embedding: 'POST /v1/embeddings',
  moderation: 'POST /v1/moderations',
  rerank: 'POST /v1/rerank',
  image: 'POST /v1/images/generations',
  speech: 'POST /v1/audio/speech',
  transcription: 'POST /v1/audio/transcriptions',
  audio: 'POST /v1/audio/speech or POST /v1/audio/transcriptions',
};

/** Whether a model is for one of these; `modes` absent: for anything. */
export const isOfMode = (
  { mode }: Pick<RoutingModel, 'mode'>,
  modes: readonly string[] | undefined,
): boolean => modes === undefined || modes.includes(mode);

/** The mode of what was asked for, where nothing of it is for one of `modes`; undefined where something is. */
export function otherMode<M extends RoutingModel>(
  resolution: Resolution<M>,
  entitlement: Entitlement<M>,
  modes: readonly string[] | undefined,
): string | undefined {
  if (resolution.kind === 'model') return isOfMode(resolution, modes) ? undefined : resolution.mode;
  const members = usableMembers(resolution, entitlement);
  return members.some(({ model }) => isOfMode(model, modes)) ? undefined : members[0]?.model.mode;
}

/** What to do about it, as a sentence. */
export function adviceOn(mode: string): string {
  const address = ADDRESSES[mode];
  return address === undefined
    ? 'This version serves no requests of that kind: use another model.'
    : `Send requests for it to ${address}, or use another model.`;
}

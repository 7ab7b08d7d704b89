import { mayUse } from '@aicp/contracts/routing/catalog/entitlement';
import { entitlementOf } from '@aicp/contracts/routing/tables';
import type { Routed } from '../../pipeline/exchange/phases.ts';
import type { Choice } from '../../pipeline/dispatch/candidate-order.ts';
import type { EventFault } from '../events/check-client-event.ts';
import { isObject, memberOf, textOf, type RealtimeEvent } from '../events/event-members.ts';

/** How the provider calls a model that may write down what is said; undefined: none of that name may. */
export type TranscriptionNames = (name: string) => string | undefined;

/** Those of a session: Models of `mode: transcription` at its provider that its key may use, by their names or by the provider's. */
export function transcriptionNames(
  { exchange, principal }: Routed,
  { model }: Choice,
): TranscriptionNames {
  return (name) => {
    const runtime = exchange.gateway.runtime();
    if (!runtime) return undefined;
    const entitlement = entitlementOf(principal, runtime, exchange.gateway.clock.now());
    const usable = runtime.catalog.models.filter(
      (one) =>
        one.mode === 'transcription' &&
        one.provider.id === model.provider.id &&
        runtime.catalog.find(one.id, entitlement) === one &&
        mayUse(one, entitlement),
    );
    const named = usable.find(({ names }) => names.includes(name));
    return (named ?? usable.find(({ upstreamModel }) => upstreamModel === name))?.upstreamModel;
  };
}

/** An event whose models of transcription are called as the provider calls them; or why it does not go on. */
export function withTranscription(
  event: RealtimeEvent,
  names: TranscriptionNames,
): RealtimeEvent | EventFault {
  const { session } = event;
  if (!isObject(session)) return event;
  const audio = memberOf(session, 'audio');
  const input = memberOf(audio, 'input');
  const now = named(memberOf(input, 'transcription'), names);
  if (now === REFUSED) return faultOf('session.audio.input.transcription');
  const before = named(memberOf(session, BETA), names);
  if (before === REFUSED) return faultOf(`session.${BETA}`);
  const changed = {
    ...(now && isObject(audio) && isObject(input)
      ? { audio: { ...audio, input: { ...input, transcription: now } } }
      : {}),
    ...(before ? { [BETA]: before } : {}),
  };
  return { ...event, session: { ...session, ...changed } };
}

/** As the beta called it. */
const BETA = 'input_audio_transcription';
const REFUSED = Symbol('refused');

/** Undefined: there is none, or it is switched off. */
function named(
  transcription: unknown,
  names: TranscriptionNames,
): Readonly<Record<string, unknown>> | typeof REFUSED | undefined {
  if (transcription === undefined || transcription === null) return undefined;
  const name = textOf(transcription, 'model');
  const model = name === undefined ? undefined : names(name);
  if (!isObject(transcription) || model === undefined) return REFUSED;
  return { ...transcription, model };
}

const faultOf = (place: string): EventFault => ({
  param: `${place}.model`,
  message:
    'What is said is written down by a Model of mode "transcription" at the provider of the session that your key may use: name one as model, or leave transcription out.',
});

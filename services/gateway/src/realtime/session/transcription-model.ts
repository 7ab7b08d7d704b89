import { mayUse } from '@aicp/contracts/routing/catalog/entitlement';
import { entitlementOf } from '@aicp/contracts/routing/tables';
import type { Routed } from '../../pipeline/exchange/phases.ts';
import type { Choice } from '../../pipeline/dispatch/candidate-order.ts';
import { withPrices } from '../../pipeline/prices.ts';
import type { RuntimeModel } from '../../routing/runtime.ts';
import type { EventFault } from '../events/check-client-event.ts';
import { isObject, memberOf, textOf, type RealtimeEvent } from '../events/event-members.ts';

/** The model of a name that may write down what is said; undefined: none of that name may. */
export type TranscriptionNames = (name: string) => RuntimeModel | undefined;

/** Those of a session: Models of `mode: transcription` at its provider that its key may use, by their names or by the provider's. */
export function transcriptionNames(phase: Routed, { model }: Choice): TranscriptionNames {
  const { exchange, principal } = phase;
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
    const named =
      usable.find(({ names }) => names.includes(name)) ??
      usable.find(({ upstreamModel }) => upstreamModel === name);
    return named && hasPriceItNeeds(phase, named) ? named : undefined;
  };
}

/** Whether the settings, and budgets that count it, allow a model with the prices that it has. */
const hasPriceItNeeds = (phase: Routed, model: RuntimeModel): boolean =>
  withPrices({ ...phase, candidates: [model] }).refusal === undefined;

/** Which model writes down what is said: the one that was named last, once the provider says that it is so. */
export class Writers {
  /** By the provider's names for them. */
  private readonly named = new Map<string, RuntimeModel>();
  private next: RuntimeModel | undefined;
  /** Undefined: none was named. */
  current: RuntimeModel | undefined;

  /** The client names one. */
  name(model: RuntimeModel): void {
    this.named.set(model.upstreamModel, model);
    this.next = model;
    this.current ??= model;
  }

  /** The provider says what the session is like. */
  told({ session }: RealtimeEvent): void {
    const input = memberOf(memberOf(session, 'audio'), 'input');
    const told = textOf(memberOf(input, 'transcription') ?? memberOf(session, BETA), 'model');
    this.current = (told === undefined ? undefined : this.named.get(told)) ?? this.next;
  }
}

/** An event whose models of transcription are called as the provider calls them; or why it does not go on. */
export function withTranscription(
  event: RealtimeEvent,
  names: TranscriptionNames,
  writers: Writers,
): RealtimeEvent | EventFault {
  const { session } = event;
  if (!isObject(session)) return event;
  const audio = memberOf(session, 'audio');
  const input = memberOf(audio, 'input');
  const now = named(memberOf(input, 'transcription'), names);
  if (now === REFUSED) return faultOf('session.audio.input.transcription');
  const before = named(memberOf(session, BETA), names);
  if (before === REFUSED) return faultOf(`session.${BETA}`);
  for (const one of [before, now]) if (one) writers.name(one.writer);
  const changed = {
    ...(now && isObject(audio) && isObject(input)
      ? { audio: { ...audio, input: { ...input, transcription: now.transcription } } }
      : {}),
    ...(before ? { [BETA]: before.transcription } : {}),
  };
  return { ...event, session: { ...session, ...changed } };
}

/** As the beta called it. */
const BETA = 'input_audio_transcription';
const REFUSED = Symbol('refused');

/** What is said of a transcription, as the provider is told it, and who is to write it down. */
interface Named {
  readonly writer: RuntimeModel;
  readonly transcription: Readonly<Record<string, unknown>>;
}

/** Undefined: there is none, or it is switched off. */
function named(
  transcription: unknown,
  names: TranscriptionNames,
): Named | typeof REFUSED | undefined {
  if (transcription === undefined || transcription === null) return undefined;
  const name = textOf(transcription, 'model');
  const writer = name === undefined ? undefined : names(name);
  if (!isObject(transcription) || writer === undefined) return REFUSED;
  return { writer, transcription: { ...transcription, model: writer.upstreamModel } };
}

const faultOf = (place: string): EventFault => ({
  param: `${place}.model`,
  message:
    'What is said is written down by a Model of mode "transcription" at the provider of the session that your key may use: name one as model, or leave transcription out.',
});

import type { ProtocolVersion } from './agent-card.ts';

/** What a method does, whatever a version calls it. */
export type Action = 'send' | 'get' | 'cancel' | 'subscribe';

export interface Method {
  readonly version: ProtocolVersion;
  readonly action: Action;
  /** Whether it is answered by a stream. */
  readonly isStreamed: boolean;
}

const methodOf = (version: ProtocolVersion, action: Action, isStreamed = false): Method => ({
  version,
  action,
  isStreamed,
});

/** The methods that agents are asked for, by their names. */
export const METHODS: ReadonlyMap<string, Method> = new Map([
  ['SendMessage', methodOf('1.0', 'send')],
  ['SendStreamingMessage', methodOf('1.0', 'send', true)],
  ['GetTask', methodOf('1.0', 'get')],
  ['CancelTask', methodOf('1.0', 'cancel')],
  ['SubscribeToTask', methodOf('1.0', 'subscribe', true)],
  ['message/send', methodOf('0.3', 'send')],
  ['message/stream', methodOf('0.3', 'send', true)],
  ['tasks/get', methodOf('0.3', 'get')],
  ['tasks/cancel', methodOf('0.3', 'cancel')],
  ['tasks/resubscribe', methodOf('0.3', 'subscribe', true)],
]);

import type { ProtocolVersion } from '@aicp/contracts/agents/agent-card';
import { noExtendedCard, noPushNotifications, unsupported, type RpcError } from './rpc-error.ts';

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

/** The methods that agents are asked for. */
const METHODS: ReadonlyMap<string, Method> = new Map([
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

const PUSH =
  /^(?:tasks\/pushNotificationConfig\/|(?:Create|Set|Get|List|Delete)TaskPushNotificationConfigs?$)/;
const EXTENDED_CARD = /^(?:GetExtendedAgentCard|agent\/getAuthenticatedExtendedCard)$/;
const LIST = /^(?:ListTasks|tasks\/list)$/;

/** A method, or why it is never passed on; undefined where the protocol has none of this name. */
export function readMethod(name: string): Method | RpcError | undefined {
  const method = METHODS.get(name);
  if (method) return method;
  if (PUSH.test(name)) return noPushNotifications();
  if (EXTENDED_CARD.test(name)) return noExtendedCard();
  // An agent knows one caller, the gateway: its list holds the tasks of all tenants.
  return LIST.test(name) ? unsupported('Tasks are not listed: ask for one by its id.') : undefined;
}

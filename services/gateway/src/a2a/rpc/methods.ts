import { METHODS, type Method } from '@aicp/contracts/agents/methods';
import { noExtendedCard, noPushNotifications, unsupported, type RpcError } from './rpc-error.ts';

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

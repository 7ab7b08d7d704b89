import type { ProtocolVersion } from '@aicp/contracts/agents/agent-card';
import type { Method } from '@aicp/contracts/agents/methods';
import { isFields, type Fields } from '../rpc/read-call.ts';
import {
  badParams,
  contextNotFound,
  noPushNotifications,
  taskNotFound,
  type RpcError,
} from '../rpc/rpc-error.ts';
import type { IdKind, IdSeal } from './id-seal.ts';

/** The error of a call that cannot be passed on. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly error: RpcError;

  constructor(error: RpcError) {
    super(error.message);
    this.error = error;
  }
}

/** What an agent answered is nothing that could be given to a client: ids of it might stand anywhere. */
export class ForeignAnswer extends Error {
  override readonly name = 'ForeignAnswer';
}

/** What of a message is passed on. Anything else, such as another way to write `taskId`, could name what is not the sender's. */
const OF_MESSAGE = ['kind', 'messageId', 'role', 'parts', 'metadata', 'extensions'];
const OF_CONFIGURATION = ['acceptedOutputModes', 'blocking', 'returnImmediately', 'historyLength'];
const PUSH_FIELD = /push/i;

/** The ids of one scope: turns what its people send into what the agent knows, and back. */
export class ScopedIds {
  private readonly seal: IdSeal;
  private readonly scope: string;

  constructor(seal: IdSeal, scope: string) {
    this.seal = seal;
    this.scope = scope;
  }

  /** The params as the agent takes them, or why they are not passed on. */
  opened({ action }: Method, params: Fields): Fields | RpcError {
    try {
      return action === 'send' ? this.openedSend(params) : this.openedTask(params);
    } catch (error) {
      if (error instanceof Refused) return error.error;
      throw error;
    }
  }

  /** The result as the client gets it. Throws a ForeignAnswer where it is none of the method's. */
  sealed({ version, action }: Method, result: unknown): Fields {
    if (!isFields(result)) throw new ForeignAnswer();
    if (action === 'get' || action === 'cancel') return this.task(result);
    return version === '0.3' ? this.legacyEvent(result) : this.event(result);
  }

  private openedSend(params: Fields): Fields {
    const { message, configuration, metadata } = params;
    if (!isFields(message)) throw new Refused(badParams('params.message is missing.'));
    return {
      message: this.openedMessage(message),
      ...(isFields(configuration) ? { configuration: openedConfiguration(configuration) } : {}),
      ...(metadata === undefined ? {} : { metadata }),
    };
  }

  private openedMessage(message: Fields): Fields {
    const { contextId, taskId, referenceTaskIds } = message;
    return {
      ...only(message, OF_MESSAGE),
      ...this.openedIn({ contextId }, 'context'),
      ...this.openedIn({ taskId }, 'task'),
      ...(referenceTaskIds === undefined
        ? {}
        : { referenceTaskIds: this.openedList(referenceTaskIds) }),
    };
  }

  private openedTask({ id, historyLength, metadata }: Fields): Fields {
    return {
      id: this.open('task', id),
      ...(historyLength === undefined ? {} : { historyLength }),
      ...(metadata === undefined ? {} : { metadata }),
    };
  }

  private openedList(ids: unknown): string[] {
    if (!Array.isArray(ids)) throw new Refused(badParams('referenceTaskIds has to be a list.'));
    return ids.map((id: unknown) => this.open('task', id));
  }

  /** An id that is absent, or empty as 1.0 also writes what is absent, names nothing. */
  private openedIn(field: Fields, kind: IdKind): Fields {
    return Object.fromEntries(
      Object.entries(field).flatMap(([name, id]) =>
        id === undefined || id === null || id === '' ? [] : [[name, this.open(kind, id)] as const],
      ),
    );
  }

  private open(kind: IdKind, id: unknown): string {
    const opened = typeof id === 'string' ? this.seal.open(this.scope, kind, id) : undefined;
    if (opened !== undefined) return opened;
    throw new Refused(kind === 'task' ? taskNotFound() : contextNotFound());
  }

  /** Of 1.0: one of four fields says what it is. */
  private event(result: Fields): Fields {
    const [name, ...others] = Object.keys(result);
    const value = name === undefined ? undefined : result[name];
    if (name === undefined || others.length > 0 || !isFields(value)) throw new ForeignAnswer();
    if (name === 'task') return { task: this.task(value) };
    if (name === 'message') return { message: this.message(value) };
    if (name === 'statusUpdate' || name === 'artifactUpdate') return { [name]: this.update(value) };
    throw new ForeignAnswer();
  }

  /** Of 0.3: `kind` says what it is. */
  private legacyEvent(result: Fields): Fields {
    const { kind } = result;
    if (kind === 'task') return this.task(result);
    if (kind === 'message') return this.message(result);
    if (kind === 'status-update' || kind === 'artifact-update') return this.update(result);
    throw new ForeignAnswer();
  }

  private task(task: Fields): Fields {
    const { history } = task;
    return {
      ...task,
      ...this.sealedIn(task, { id: 'task', contextId: 'context' }),
      ...this.status(task),
      ...(Array.isArray(history)
        ? { history: history.map((one: unknown) => (isFields(one) ? this.message(one) : one)) }
        : {}),
    };
  }

  private update(update: Fields): Fields {
    return {
      ...update,
      ...this.sealedIn(update, { taskId: 'task', contextId: 'context' }),
      ...this.status(update),
    };
  }

  private status({ status }: Fields): Fields {
    if (!isFields(status) || !isFields(status['message'])) return {};
    return { status: { ...status, message: this.message(status['message']) } };
  }

  private message(message: Fields): Fields {
    const { referenceTaskIds } = message;
    const references = Array.isArray(referenceTaskIds)
      ? { referenceTaskIds: referenceTaskIds.map((id) => this.sealOne('task', id)) }
      : {};
    const ids = this.sealedIn(message, { taskId: 'task', contextId: 'context' });
    return { ...message, ...ids, ...references };
  }

  private sealedIn(fields: Fields, kinds: Readonly<Record<string, IdKind>>): Fields {
    return Object.fromEntries(
      Object.entries(kinds).flatMap(([name, kind]) => {
        const id = fields[name];
        const isThere = id !== undefined && id !== null && id !== '';
        return isThere ? [[name, this.sealOne(kind, id)] as const] : [];
      }),
    );
  }

  private sealOne(kind: IdKind, id: unknown): string {
    if (typeof id !== 'string' || id.length > MOST_ID_CHARACTERS) throw new ForeignAnswer();
    return this.seal.seal(this.scope, kind, id);
  }
}

const MOST_ID_CHARACTERS = 700;

function openedConfiguration(configuration: Fields): Fields {
  if (Object.keys(configuration).some((name) => PUSH_FIELD.test(name))) {
    throw new Refused(noPushNotifications());
  }
  return only(configuration, OF_CONFIGURATION);
}

const only = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]] as const])),
  );

/** The same params for one of several agents behind an address, where the agent names it. */
export const forTenant = (
  params: Fields,
  version: ProtocolVersion,
  tenant: string | undefined,
): Fields => (tenant === undefined || version === '0.3' ? params : { ...params, tenant });

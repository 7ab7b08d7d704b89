/** What the control process tells the supervisor, whenever it changes. */
export interface ControlMessage {
  readonly type: 'services';
  readonly services: readonly {
    readonly name: string;
    readonly address: string;
    readonly ready: boolean;
  }[];
  readonly gateway: GatewaySeen;
}

/** What was seen of the gateway. */
export interface GatewaySeen {
  /** The process that it was seen of; null while there is none. */
  readonly pid: number | null;
  readonly ready: boolean;
  /** `epoch.revision` that it runs; null before its first. */
  readonly revision: string | null;
}

/** What the supervisor tells the control process, whenever it changes: which process is the gateway. */
export interface SupervisorMessage {
  readonly type: 'gateway';
  readonly pid: number | null;
}

export const isControlMessage = (message: unknown): message is ControlMessage =>
  typeOf(message) === 'services';

export const isSupervisorMessage = (message: unknown): message is SupervisorMessage =>
  typeOf(message) === 'gateway';

/** Both ends are of one version, so its type says what a message is. */
const typeOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined;

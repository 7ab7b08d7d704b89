import { join } from 'node:path';
import type { Logger } from '@aicp/common/log/logger';
import { isControlMessage } from '../control/messages.ts';
import type { DataPaths } from '../data/paths.ts';
import type { Ports } from '../data/ports.ts';
import type { ServiceState, UpState } from '../data/state.ts';
import { ConsoleBuilder } from '../console/console-builder.ts';
import type { ConsolePlan } from '../console/console-plan.ts';
import { ENDS_WITH_PARENT, SupervisedChild, type ChildOptions } from './child.ts';
import { Heard } from './heard.ts';
import { isOfDisk, LogFile } from './log-file.ts';
import { writeState } from './write-state.ts';

export interface SupervisorOptions {
  readonly paths: DataPaths;
  readonly ports: Ports;
  readonly portOffset: number;
  readonly version: string;
  readonly log: Logger;
  /** Environments of the processes. */
  readonly control: Readonly<Record<string, string>>;
  readonly gateway: Readonly<Record<string, string>>;
  /** Undefined: there is no MCP host. */
  readonly mcpHost: Readonly<Record<string, string>> | undefined;
  readonly console: {
    readonly plan: ConsolePlan;
    /** Of the process that builds it. */
    readonly environment: Readonly<Record<string, string>>;
  };
  /** Called with every new state. */
  readonly onState: (state: UpState) => void;
}

const root = join(import.meta.dirname, '../../..');
/** A state that the disk did not take is written again after so long. */
const AGAIN_MS = 1_000;
const STOP_GRACE_MS = 15_000;
/** Before a process that dies again and again is started. Requests are refused while the gateway is away. */
const LONGEST_WAIT_MS = { control: 10_000, gateway: 2000, mcpHost: 10_000 };
/**
 * For V8 in the control process. Node gives young objects up to 128 MiB on a large machine, and what the start has used of it stays resident.
 * Marking old objects in one go stops the process for a third of a second among 14,000 objects, once in some twenty changes; in steps
 * it takes three times the processor time, and the changes meanwhile wait for more than a second. No request to a model passes through this process.
 */
const NODE_OPTIONS = {
  control: ['--max-semi-space-size=8', '--heap-growing-percent=25', '--no-incremental-marking'],
  gateway: [],
  mcpHost: ['--max-semi-space-size=1'],
};

/** Runs the processes of an installation, watches them, and writes what it sees into the state file. */
export class Supervisor {
  private readonly options: SupervisorOptions;
  private readonly control: SupervisedChild;
  private readonly gateway: SupervisedChild;
  private readonly mcpHost: SupervisedChild | undefined;
  private readonly console: ConsoleBuilder;
  private readonly logs: LogFile[];
  private readonly startedAt = new Date().toISOString();
  private readonly heard = new Heard();
  private told = '';
  private written = '';
  /** Whether the disk did not take the last state. */
  private isUnwritten = false;
  private again: NodeJS.Timeout | undefined;

  constructor(options: SupervisorOptions) {
    this.options = options;
    const controlLog = new LogFile(join(options.paths.logs, 'control.log'));
    const gatewayLog = new LogFile(join(options.paths.logs, 'gateway.log'));
    this.logs = [controlLog, gatewayLog];
    const consoleLog = join(options.paths.logs, 'console.log');
    this.console = new ConsoleBuilder({
      ...options.console,
      address: `http://127.0.0.1:${options.ports.admin}`,
      logPath: consoleLog,
      openLog: () => new LogFile(consoleLog),
      nodeOptions: ENDS_WITH_PARENT,
      onChange: () => this.publish(),
    });
    const common = { log: options.log, onChange: () => this.change() };
    this.control = new SupervisedChild({
      ...common,
      name: 'control',
      script: join(root, 'local/src/control/main.ts'),
      environment: options.control,
      nodeOptions: NODE_OPTIONS.control,
      output: controlLog,
      longestWaitMs: LONGEST_WAIT_MS.control,
      onMessage: (message) => this.hear(message),
    });
    this.gateway = new SupervisedChild({
      ...common,
      name: 'gateway',
      script: join(root, 'services/gateway/src/main.ts'),
      environment: options.gateway,
      nodeOptions: NODE_OPTIONS.gateway,
      output: gatewayLog,
      longestWaitMs: LONGEST_WAIT_MS.gateway,
      onMessage: () => undefined,
    });
    this.mcpHost = options.mcpHost && this.hostOf(options.mcpHost, common);
  }

  start(): void {
    this.control.start();
    this.gateway.start();
    this.mcpHost?.start();
  }

  /** Ends the gateway first, so that what it still has to say finds somebody, then the rest. */
  async stop(): Promise<void> {
    this.console.stop();
    await this.gateway.stop(STOP_GRACE_MS);
    await this.mcpHost?.stop(STOP_GRACE_MS);
    await this.control.stop(STOP_GRACE_MS);
    clearTimeout(this.again);
    for (const log of this.logs) log.close();
  }

  private hostOf(
    environment: Readonly<Record<string, string>>,
    common: Pick<ChildOptions, 'log' | 'onChange'>,
  ): SupervisedChild {
    const output = new LogFile(join(this.options.paths.logs, 'mcp-host.log'));
    this.logs.push(output);
    return new SupervisedChild({
      ...common,
      name: 'mcp-host',
      script: join(root, 'services/mcp-host/src/main.ts'),
      environment,
      nodeOptions: NODE_OPTIONS.mcpHost,
      output,
      longestWaitMs: LONGEST_WAIT_MS.mcpHost,
      onMessage: () => undefined,
    });
  }

  private hear(message: unknown): void {
    if (!isControlMessage(message)) return;
    this.heard.hear(this.control.pid, message);
    this.publish();
  }

  /** A process began or ended. The control process looks after the gateway's readiness, so it has to know which process that is. */
  private change(): void {
    const gateway = this.gateway.pid;
    const told = `${this.control.pid}:${gateway}`;
    if (told !== this.told) this.control.send({ type: 'gateway', pid: gateway });
    this.told = told;
    this.publish();
  }

  private publish(): void {
    const state = this.state();
    const text = JSON.stringify(state);
    if (text === this.written) return;
    this.write(state, text);
    this.options.onState(state);
    // Nothing waits for it, and it takes the processor from nothing that is not ready yet.
    if (state.ready) this.console.start();
  }

  /** A disk that is full now takes the state later: what runs goes on. */
  private write(state: UpState, text: string): void {
    const { options } = this;
    clearTimeout(this.again);
    try {
      writeState(options.paths.state, state);
      this.written = text;
      this.isUnwritten = false;
    } catch (error) {
      if (!isOfDisk(error)) throw error;
      if (!this.isUnwritten) options.log.error({ err: error }, 'state_not_written');
      this.isUnwritten = true;
      this.again = setTimeout(() => {
        this.publish();
      }, AGAIN_MS).unref();
    }
  }

  private state(): UpState {
    const { options } = this;
    const services = this.services();
    return {
      supervisor: process.pid,
      version: options.version,
      startedAt: this.startedAt,
      portOffset: options.portOffset,
      kubeconfig: options.paths.kubeconfig,
      adminKeyFile: options.paths.adminKey,
      configRevision: this.heard.gateway.revision,
      // Until the control process has said what it has, the gateway stands there alone.
      ready: services.length > 1 && services.every((service) => service.ready),
      services,
      console: this.console.state,
      failure: null,
    };
  }

  private services(): ServiceState[] {
    const seen = this.heard.gateway;
    const gateway = {
      name: 'gateway',
      pid: this.gateway.pid,
      address: `http://127.0.0.1:${this.options.ports.gateway}`,
      // What was seen of an earlier process says nothing about this one.
      ready: this.gateway.pid !== null && seen.pid === this.gateway.pid && seen.ready,
      restarts: this.gateway.restarts,
    };
    return [gateway, ...this.heard.rows(this.control).map((row) => this.placed(row))];
  }

  /** The control process looks after the readiness of the MCP host, which is a process of its own. */
  private placed(row: ServiceState): ServiceState {
    const { mcpHost } = this;
    if (row.name !== 'mcp-host' || !mcpHost) return row;
    const { pid, restarts } = mcpHost;
    return { ...row, pid, restarts, ready: row.ready && pid !== null };
  }
}

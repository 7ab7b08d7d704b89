import { join } from 'node:path';
import { z } from 'zod';
import type { Logger } from '@aicp/common/log/logger';
import { probe } from '../client/probe.ts';
import { controlMessage, type ControlMessage } from '../control/messages.ts';
import type { DataPaths } from '../data/paths.ts';
import type { Ports } from '../data/ports.ts';
import { writeState, type ServiceState, type UpState } from '../data/state.ts';
import { SupervisedChild } from './child.ts';
import { LogFile } from './log-file.ts';

export interface SupervisorOptions {
  readonly paths: DataPaths;
  readonly ports: Ports;
  readonly portOffset: number;
  readonly version: string;
  readonly log: Logger;
  /** Environments of the two processes. */
  readonly control: Readonly<Record<string, string>>;
  readonly gateway: Readonly<Record<string, string>>;
  /** Called with every new state. */
  readonly onState: (state: UpState) => void;
}

const root = join(import.meta.dirname, '../../..');
const PROBE_MS = 200;
const STOP_GRACE_MS = 15_000;
/** Before a process that dies again and again is started. Requests are refused while the gateway is away. */
const LONGEST_WAIT_MS = { control: 10_000, gateway: 2000 };

const readiness = z.object({ config: z.object({ epoch: z.number(), revision: z.number() }) });

/** Runs the two processes of an installation, watches them, and writes what it sees into the state file. */
export class Supervisor {
  private readonly options: SupervisorOptions;
  private readonly control: SupervisedChild;
  private readonly gateway: SupervisedChild;
  private readonly logs: readonly LogFile[];
  private readonly startedAt = new Date().toISOString();
  private said: ControlMessage = { type: 'services', services: [] };
  private probed: GatewayProbe = { ready: false, revision: null };
  private written = '';
  private timer: NodeJS.Timeout | undefined;

  constructor(options: SupervisorOptions) {
    this.options = options;
    const controlLog = new LogFile(join(options.paths.logs, 'control.log'));
    const gatewayLog = new LogFile(join(options.paths.logs, 'gateway.log'));
    this.logs = [controlLog, gatewayLog];
    const common = { log: options.log, onChange: () => this.publish() };
    this.control = new SupervisedChild({
      ...common,
      name: 'control',
      script: join(root, 'local/src/control/main.ts'),
      environment: options.control,
      output: controlLog,
      longestWaitMs: LONGEST_WAIT_MS.control,
      onMessage: (message) => this.hear(message),
    });
    this.gateway = new SupervisedChild({
      ...common,
      name: 'gateway',
      script: join(root, 'services/gateway/src/main.ts'),
      environment: options.gateway,
      output: gatewayLog,
      longestWaitMs: LONGEST_WAIT_MS.gateway,
      onMessage: () => undefined,
    });
  }

  start(): void {
    this.control.start();
    this.gateway.start();
    this.timer = setInterval(() => void this.probe(), PROBE_MS);
  }

  /** Ends the gateway first, so that what it still has to say finds somebody, then the rest. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.gateway.stop(STOP_GRACE_MS);
    await this.control.stop(STOP_GRACE_MS);
    for (const log of this.logs) log.close();
  }

  private hear(message: unknown): void {
    const parsed = controlMessage.safeParse(message);
    if (!parsed.success) return;
    this.said = parsed.data;
    this.publish();
  }

  private async probe(): Promise<void> {
    this.probed = await probeGateway(this.options.ports.gateway);
    this.publish();
  }

  private publish(): void {
    const state = this.state();
    const text = JSON.stringify(state);
    if (text === this.written) return;
    this.written = text;
    writeState(this.options.paths.state, state);
    this.options.onState(state);
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
      configRevision: this.probed.revision,
      ready: this.said.services.length > 0 && services.every((service) => service.ready),
      services,
      failure: null,
    };
  }

  private services(): ServiceState[] {
    const { pid, restarts } = this.control;
    const alive = pid !== null;
    const controlled = this.said.services.map((service) => ({
      ...service,
      pid,
      ready: alive && service.ready,
      restarts,
    }));
    const gateway = {
      name: 'gateway',
      pid: this.gateway.pid,
      address: `http://127.0.0.1:${this.options.ports.gateway}`,
      ready: this.gateway.pid !== null && this.probed.ready,
      restarts: this.gateway.restarts,
    };
    return [gateway, ...controlled];
  }
}

interface GatewayProbe {
  readonly ready: boolean;
  readonly revision: string | null;
}

async function probeGateway(port: number): Promise<GatewayProbe> {
  const { ready, body } = await probe(`http://127.0.0.1:${port}/health/readiness`);
  const parsed = readiness.safeParse(body);
  const config = parsed.data?.config;
  return { ready, revision: config ? `${config.epoch}.${config.revision}` : null };
}

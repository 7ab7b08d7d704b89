import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@aicp/common/log/logger';
import { backoffMs } from '@aicp/common/time/backoff';
import { pause, type Clock } from '@aicp/common/time/clock';
import type { McpCommandFragment } from '@aicp/contracts/snapshot/sections/mcp-servers';
import { Client, type Progress } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { ChildTransport } from '../child/child-transport.ts';
import type { ProgramRecords } from '../child/program-records.ts';
import { saidLog } from '../child/said-log.ts';
import type { ProgramBounds } from './program-bounds.ts';
import { NotRunning } from './not-running.ts';

const CLIENT = { name: 'ai-control-plane-mcp-host', version: '0.1.0' };
/** What a program has of its time to say that it speaks the newer version of the protocol. */
const PROBE_PART = 0.1;
/** A request that comes before the program is ready waits so long for it. */
const READY_MS = 4_000;
const AGAIN_MS = { baseMs: 1_000, maxMs: 300_000 };
/** A program that ran so long was well. */
const STABLE_MS = 60_000;
const MOST_AT_ONCE = 64;

export type Answer = Record<string, unknown>;

export interface AskOptions {
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** Whoever asks has gone. */
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export interface HostedServerOptions {
  readonly command: McpCommandFragment;
  /** Its own, made anew when it is taken up and removed when it goes. */
  readonly directory: string;
  /** The only variable that it has from this process. */
  readonly path: string;
  readonly bounds: Pick<ProgramBounds, 'readyMs'>;
  readonly records: ProgramRecords;
  readonly log: Logger;
  readonly clock: Clock;
  readonly random: () => number;
}

/** How one program stands. */
export interface ServerStanding {
  readonly state: 'starting' | 'running' | 'waiting';
  readonly restarts: number;
}

interface Life {
  readonly transport: ChildTransport;
  readonly client: Client;
}

const anything = z.looseObject({});

/** One program that is kept running from `start` to `stop`: one that ends is started again, ever later while it ends soon. */
export class HostedServer {
  readonly id: string;
  private readonly options: HostedServerOptions;
  private readonly stopping = new AbortController();
  private life: Life | undefined;
  /** Resolves with the program that is ready next. */
  private next = Promise.withResolvers<Client>();
  private ready: Client | undefined;
  private state: ServerStanding['state'] = 'starting';
  private starts = 0;
  private asked = 0;
  /** One that ended when it was asked for its version takes none but the older greeting. */
  private isOld = false;
  private loop: Promise<void> = Promise.resolve();

  constructor(options: HostedServerOptions) {
    this.options = options;
    this.id = options.command.id;
  }

  get standing(): ServerStanding {
    return { state: this.state, restarts: Math.max(0, this.starts - 1) };
  }

  /** The process that leads it; null where none runs. */
  get pid(): number | null {
    return this.life?.transport.pid ?? null;
  }

  start(): void {
    this.loop = this.run();
  }

  /** Ends the program, and everything that it has. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.life?.transport.close();
    await this.loop;
    await rm(this.options.directory, { recursive: true, force: true });
  }

  /** Ends the program at once, as one that took more than it may; it is started again. */
  fail(why: string): void {
    this.life?.transport.fail(why);
  }

  /** Asks the program. Rejects with its own ProtocolError, with NotRunning, or with the SDK's error where no answer comes. */
  async ask(method: string, params: Answer | undefined, options: AskOptions): Promise<Answer> {
    if (this.asked >= MOST_AT_ONCE) {
      throw new NotRunning('It has as many requests under way as one program may have: try again.');
    }
    this.asked += 1;
    try {
      const client = await this.client();
      const { timeoutMs, signal, onProgress } = options;
      return await client.request({ method, ...(params ? { params } : {}) }, anything, {
        timeout: timeoutMs,
        maxTotalTimeout: timeoutMs,
        signal,
        allowInputRequired: true,
        ...(onProgress ? { onprogress: onProgress } : {}),
      });
    } finally {
      this.asked -= 1;
    }
  }

  /** Waits a moment for a program that starts. Rejects with NotRunning. */
  async client(): Promise<Client> {
    if (this.ready) return this.ready;
    const waiting = new AbortController();
    const late = this.options.clock.sleep(READY_MS, waiting.signal).then(
      () => undefined,
      () => undefined,
    );
    const client = await Promise.race([this.next.promise, late]);
    waiting.abort();
    if (client) return client;
    throw new NotRunning('Its program does not run: the log of the MCP host says why.');
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async run(): Promise<void> {
    const { clock, random } = this.options;
    for (let diedYoung = 0; !this.isStopping();) {
      const since = clock.monotonic();
      const why = await this.live().catch((error: unknown) => reasonOf(error));
      if (this.isStopping()) return;
      const isYoung = clock.monotonic() - since < STABLE_MS;
      const waitMs = backoffMs({ attempt: isYoung ? diedYoung : 0, ...AGAIN_MS, random });
      diedYoung = isYoung ? diedYoung + 1 : 0;
      this.tell(why, waitMs);
      this.state = 'waiting';
      await pause(clock, waitMs, this.stopping.signal);
    }
  }

  /** One life of the program, from its start to its end. Answers why it ended. */
  private async live(): Promise<string> {
    const { readyMs } = this.options.bounds;
    const transport = await this.makeTransport();
    if (this.isStopping()) return 'it was asked to end';
    const client = new Client(CLIENT, {
      versionNegotiation: {
        mode: this.isOld ? 'legacy' : 'auto',
        probe: { timeoutMs: readyMs * PROBE_PART },
      },
      inputRequired: { autoFulfill: false },
    });
    this.life = { transport, client };
    this.state = 'starting';
    this.starts += 1;
    try {
      await client.connect(transport, { timeout: readyMs });
      this.use(client);
      return await transport.ended;
    } catch (error) {
      // What ends when it is asked for its version is asked for none the next time.
      this.isOld = !this.isOld && transport.ownEnd !== undefined;
      return transport.ownEnd ?? `it does not answer as an MCP server: ${reasonOf(error)}`;
    } finally {
      this.forget();
      await transport.close();
      this.life = undefined;
    }
  }

  private async makeTransport(): Promise<ChildTransport> {
    const { command, directory, path, clock, log, records } = this.options;
    // What an earlier host left is gone before the first start.
    if (this.starts === 0) await rm(directory, { recursive: true, force: true });
    const home = join(directory, 'home');
    const work = join(directory, 'work');
    for (const folder of [home, work]) await mkdir(folder, { recursive: true, mode: 0o700 });
    return new ChildTransport({
      program: {
        command: command.command,
        args: command.args,
        env: { PATH: path, HOME: home, ...command.env },
        directory: work,
      },
      ...{ clock, records },
      onSaid: saidLog({ server: this.id, log, clock }),
    });
  }

  private use(client: Client): void {
    this.ready = client;
    this.state = 'running';
    this.next.resolve(client);
    this.options.log.info({ server: this.id, pid: this.pid }, 'mcp_server_started');
  }

  private forget(): void {
    if (!this.ready) return;
    this.ready = undefined;
    this.next = Promise.withResolvers<Client>();
  }

  private tell(reason: string, waitMs: number): void {
    const { log } = this.options;
    log.warn({ server: this.id, reason, restart_in_ms: waitMs }, 'mcp_server_ended');
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

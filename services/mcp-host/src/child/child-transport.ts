import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import {
  deserializeMessage,
  serializeMessage,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import type { Clock } from '@aicp/common/time/clock';
import { BoundedLines } from './bounded-lines.ts';
import { killAll, signalGroup } from './end-processes.ts';
import type { ProgramRecords } from './program-records.ts';

const MIB = 1_048_576;
/** Of one message of the program, and of all that it has not read yet. */
const MOST_MESSAGE = 4 * MIB;
const MOST_UNREAD = 8 * MIB;
/** Of a line that it writes for people. */
const MOST_SAID = 2_000;
/** Between the request to end and the end. */
const GRACE_MS = 3_000;

/** A program, and all that it is given. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment: nothing else reaches it. */
  readonly env: Readonly<Record<string, string>>;
  readonly directory: string;
}

export interface ChildOptions {
  readonly program: Program;
  readonly clock: Clock;
  /** Where it is written down that the program runs. */
  readonly records: ProgramRecords;
  /** A line that the program wrote for people, cut. */
  readonly onSaid: (line: string) => void;
}

/** The program wrote what nobody can take, or reads nothing. */
export class BadProgram extends Error {
  override readonly name = 'BadProgram';
}

/**
 * A program that speaks MCP by its standard input and output, as the client's SDK wants a transport. It has a process group of its own, which ends as a whole, whatever of it
 * ends first.
 */
export class ChildTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** The SDK knows by this, and by `pid`, that a program is spoken to. What it says for people goes elsewhere. */
  readonly stderr = null;
  /** Resolves with why the program ended, when none of its processes is left. */
  readonly ended: Promise<string>;
  private readonly options: ChildOptions;
  private readonly end = Promise.withResolvers<string>();
  private child: ChildProcessWithoutNullStreams | undefined;
  private why: string | undefined;
  private isEnding = false;
  private isOver = false;

  constructor(options: ChildOptions) {
    this.options = options;
    this.ended = this.end.promise;
  }

  /** Of the program, which leads its group; null where it does not run. */
  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  /** Why it ended, where that was not because it was asked to. */
  get ownEnd(): string | undefined {
    return this.why;
  }

  /** Rejects with the system's error where the program cannot be started. */
  async start(): Promise<void> {
    if (this.isOver) throw new BadProgram('It was ended before it began.');
    const { program, records, onSaid } = this.options;
    const child = spawn(program.command, program.args, {
      cwd: program.directory,
      env: program.env,
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group and a session of its own, so that all of it can be ended.
      detached: true,
    });
    this.child = child;
    if (child.pid !== undefined) records.begun(child.pid);
    child.once('exit', (code, signal) => {
      const how = signal === null ? `it ended with ${code}` : `it was ended by ${signal}`;
      if (!this.isEnding) this.why ??= how;
      void this.finish(child);
    });
    child.once('error', (error) => {
      this.why ??= error.message;
      if (child.pid === undefined) this.settle();
    });
    // Writing to a program that has gone fails, which its end says better.
    child.stdin.on('error', () => undefined);
    this.read(child);
    const said = new BoundedLines(MOST_SAID, {
      onLine: (line) => {
        onSaid(line.toString());
      },
      onLong: (line) => {
        onSaid(`${line.toString()} …`);
      },
    });
    child.stderr.on('data', (chunk: Buffer) => {
      said.take(chunk);
    });
    await once(child, 'spawn');
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.child ?? {};
    if (!stdin?.writable) throw new BadProgram('The program does not run.');
    const text = serializeMessage(message);
    if (stdin.writableLength + text.length > MOST_UNREAD) {
      this.fail('it does not read what it is sent');
      throw new BadProgram('The program does not read what it is sent.');
    }
    stdin.write(text);
    await Promise.resolve();
  }

  /** Asks the program to end, and ends it and all its processes after a grace. Resolves when none is left. */
  async close(): Promise<void> {
    const { child, options } = this;
    if (child?.pid === undefined) {
      this.settle();
      return;
    }
    if (!this.isEnding) {
      this.isEnding = true;
      child.stdin.end();
      signalGroup(child.pid, 'SIGTERM');
    }
    const waiting = new AbortController();
    const over = options.clock.sleep(GRACE_MS, waiting.signal).catch(() => undefined);
    await Promise.race([this.ended, over]);
    waiting.abort();
    if (child.exitCode === null && child.signalCode === null) await killAll(child.pid);
    await this.ended;
  }

  /** Ends the program at once. `why` is what people are told. */
  fail(why: string): void {
    this.why ??= why;
    const { pid } = this;
    if (pid !== null) void killAll(pid);
  }

  private read(child: ChildProcessWithoutNullStreams): void {
    const lines = new BoundedLines(MOST_MESSAGE, {
      onLine: (line) => {
        this.hear(line.toString());
      },
      onLong: () => {
        this.fail(`it wrote a message of more than ${MOST_MESSAGE / MIB} MiB`);
      },
    });
    child.stdout.on('data', (chunk: Buffer) => {
      lines.take(chunk);
    });
  }

  private hear(line: string): void {
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line);
    } catch (error) {
      // Programs write other things there too: what is no message concerns nobody.
      this.onerror?.(error as Error);
      return;
    }
    this.onmessage?.(message);
  }

  /** The program has gone: whatever it started goes too, and its pipes with them. */
  private async finish(child: ChildProcessWithoutNullStreams): Promise<void> {
    if (child.pid !== undefined) {
      await killAll(child.pid);
      this.options.records.over(child.pid);
    }
    for (const stream of child.stdio) stream?.destroy();
    this.settle();
  }

  private settle(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.child = undefined;
    this.end.resolve(this.why ?? 'it was asked to end');
    this.onclose?.();
  }
}

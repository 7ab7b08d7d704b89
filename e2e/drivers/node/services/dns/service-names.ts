import type { ApiClient } from '@aicp/test/kubernetes/control-plane/api-client';

const EVERY_MS = 300;
const LONGEST_WAIT_MS = 5_000;
/** A call without an answer is given up after so long: it must not be the last. */
const CALL_MS = 10_000;

interface Service {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: { readonly clusterIP?: string };
}

export interface ServiceNamesOptions {
  readonly client: Pick<ApiClient, 'ok'>;
  /** Takes the names, as lines of a hosts file. */
  readonly serve: (hosts: string) => Promise<void>;
  /** Hears what fails, and when it no longer does. */
  readonly say: (line: string) => void;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly callMs?: number;
}

/** Reads the names of Services again and again. What fails is told and tried again, as long as nobody stops it. */
export class ServiceNames {
  private readonly options: ServiceNamesOptions;
  private readonly stopping = new AbortController();
  private loop: Promise<void> | undefined;
  private failures = 0;

  constructor(options: ServiceNamesOptions) {
    this.options = options;
  }

  start(): void {
    this.loop ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loop;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.turn();
      const waitMs = Math.min(LONGEST_WAIT_MS, EVERY_MS * 2 ** this.failures);
      await this.options.sleep(waitMs, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    }
  }

  private async turn(): Promise<void> {
    const { serve, say } = this.options;
    try {
      await serve(await this.hosts());
      if (this.failures > 0) say(`names of Services are served again after ${this.failures} tries`);
      this.failures = 0;
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      this.failures += 1;
      const why = error instanceof Error ? error.message : String(error);
      say(`names of Services are not served, which is tried again: ${why}`);
    }
  }

  private async hosts(): Promise<string> {
    const { client, callMs = CALL_MS } = this.options;
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(callMs)]);
    const { items } = await client.ok<{ items: Service[] }>('GET', '/api/v1/services', { signal });
    const lines = items.flatMap(({ metadata: { name, namespace }, spec: { clusterIP } }) =>
      clusterIP === undefined || clusterIP === 'None'
        ? []
        : [`${clusterIP} ${name}.${namespace}.svc.cluster.local\n`],
    );
    return lines.toSorted().join('');
  }
}

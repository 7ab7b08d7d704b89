import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '../control-plane/api-client.ts';
import type { Manifest } from '../control-plane/manifest.ts';

const EVERY_MS = 100;
/** So many objects of each kind come, change and go. */
const NAMES = 7;

/** Steady changes to models and policies: made, edited, removed. While the API server is away they are lost, as a person's are. */
export class Changes {
  /** Changes that the API server took. */
  made = 0;
  /** Those that it did not. */
  lost = 0;
  private readonly client: ApiClient;
  private readonly path: string;
  private turn = 0;
  private stopping = false;
  private loop: Promise<void> | undefined;

  constructor(client: ApiClient, namespace: string) {
    this.client = client;
    this.path = `/apis/aicp.dev/v1alpha1/namespaces/${namespace}`;
  }

  start(): void {
    this.stopping = false;
    this.loop ??= this.run();
  }

  /** Resolves when the last one is made or lost. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.loop;
    this.loop = undefined;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      this.turn += 1;
      try {
        await this.change(this.turn);
        this.made += 1;
      } catch {
        // The API server is away: that is what the count is for.
        this.lost += 1;
      }
      await delay(EVERY_MS);
    }
  }

  private async change(turn: number): Promise<void> {
    const name = `changing-${turn % NAMES}`;
    const [plural, object] = turn % 2 === 0 ? model(name, turn) : policy(name, turn);
    const path = `${this.path}/${plural}/${name}`;
    if (turn % 5 === 0) {
      await this.client.call('DELETE', path);
      return;
    }
    await this.client.ok('PATCH', path, {
      body: object,
      contentType: 'application/apply-patch+yaml',
      query: { fieldManager: 'changes', force: 'true' },
    });
  }
}

const model = (name: string, turn: number) =>
  ['models', resource('Model', name, { modelId: name, provider: 'steady', weight: turn })] as const;

const policy = (name: string, turn: number) => {
  const condition = `team == t${turn}`;
  const spec = { action: 'permit', condition, targetModels: ['steady'] };
  return ['routingpolicies', resource('RoutingPolicy', name, spec)] as const;
};

/** An object of ours, to apply. */
export const resource = (kind: string, name: string, spec: object): Manifest => ({
  apiVersion: 'aicp.dev/v1alpha1',
  kind,
  metadata: { name },
  spec,
});

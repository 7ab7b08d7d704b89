import type { KubernetesClient } from '@aicp/common/kubernetes/client';
import type { KubernetesObject, ResourceType } from '@aicp/common/kubernetes/objects';
import { z } from 'zod';

const seen = z.object({
  spec: z.object({ displayName: z.string().optional() }),
  status: z
    .object({
      conditions: z
        .array(z.object({ type: z.string(), status: z.string(), observedGeneration: z.number() }))
        .default([]),
    })
    .default({ conditions: [] }),
});

interface Sighting {
  readonly generation: number;
  /** The newest generation that every replica was said to have. */
  readonly effective: number;
  readonly displayName: string | undefined;
}

/** What a watch told of objects: which generation each has, and which of them is in effect. */
export class Sightings {
  private readonly objects = new Map<string, Sighting>();
  private readonly pending = new Set<string>();
  private readonly waiters = new Set<() => void>();
  private watches: Promise<unknown> = Promise.resolve();

  /** Watches these kinds until the signal aborts. */
  async follow(
    client: KubernetesClient,
    types: readonly ResourceType[],
    { namespace, signal }: { namespace: string; signal: AbortSignal },
  ): Promise<void> {
    const watches: Promise<void>[] = [];
    for (const type of types) {
      const { resourceVersion } = await client.list(type, { namespace });
      const watch = client.watch(type, { namespace, resourceVersion, signal }, (event) => {
        if (event.type !== 'BOOKMARK') this.take(type.kind, event.object);
      });
      watches.push(
        watch.catch((error: unknown) => {
          if (!signal.aborted) throw error;
        }),
      );
    }
    this.watches = Promise.all(watches);
  }

  /** Resolves when the watches have ended. */
  async ended(): Promise<void> {
    await this.watches;
  }

  /** Resolves when an object's generation, or a later one, is in effect. */
  async effective(object: KubernetesObject): Promise<void> {
    const key = `${String(object['kind'])}/${object.metadata.name}`;
    const wanted = object.metadata.generation ?? 0;
    await this.until(() => (this.objects.get(key)?.effective ?? 0) >= wanted);
  }

  /** Resolves when every object that was seen is in effect as it is. */
  async allEffective(): Promise<void> {
    await this.until(() => this.pending.size === 0);
  }

  /** Whether the object is called so, and that is in effect. */
  shows(key: string, displayName: string): boolean {
    return this.objects.get(key)?.displayName === displayName && !this.pending.has(key);
  }

  private async until(holds: () => boolean): Promise<void> {
    if (holds()) return;
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (!holds()) return;
        this.waiters.delete(look);
        resolve();
      };
      this.waiters.add(look);
    });
  }

  private take(kind: string, object: KubernetesObject): void {
    const key = `${kind}/${object.metadata.name}`;
    const { spec, status } = seen.parse(object);
    const generation = object.metadata.generation ?? 0;
    const ready = status.conditions.find(({ type }) => type === 'Ready');
    const effective = ready?.status === 'True' ? ready.observedGeneration : 0;
    this.objects.set(key, { generation, effective, displayName: spec.displayName });
    if (effective === generation) this.pending.delete(key);
    else this.pending.add(key);
    for (const look of [...this.waiters]) look();
  }
}

import { expect, it } from 'vitest';
import { custom, policy } from './objects.ts';
import { type ContractOptions, topic } from './suite.ts';

/** What a server still knows after it was killed and started again. */
export function restartContract(options: ContractOptions): void {
  topic('a restart', options, (shared) => {
    const path = (): string => custom(shared().namespace, 'routingpolicies');

    it('loses no object, and goes on counting versions where it was', async ({ skip }) => {
      const { client } = shared();
      const { restart } = options.server();
      if (!restart) {
        skip('this server is not ours to restart');
        return;
      }
      await client.post(path(), policy('kept'));
      const { body: before } = await client.get(`${path()}/kept`);
      await restart();
      const { body: after } = await client.get(`${path()}/kept`);
      expect(after).toEqual(before);
      const { body: next } = await client.post(path(), policy('next'));
      expect(Number(next.metadata.resourceVersion)).toBeGreaterThan(
        Number(before.metadata.resourceVersion),
      );
      const watch = await client.watch(path(), {
        resourceVersion: before.metadata.resourceVersion ?? '',
      });
      const event = await watch.next();
      watch.close();
      expect(['ADDED', 'ERROR']).toContain(event?.type);
    });
  });
}

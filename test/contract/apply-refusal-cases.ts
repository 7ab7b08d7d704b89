import { expect, it } from 'vitest';
import type { ContractOptions } from './contract-server.ts';
import { config, custom, policy } from './objects.ts';
import { topic } from './suite.ts';

/** What server-side apply does not take. */
export function applyRefusalContract(options: ContractOptions): void {
  topic('server-side apply of what is wrong', options, (shared) => {
    const path = (name: string): string =>
      `${custom(shared().namespace, 'routingpolicies')}/${name}`;

    it('refuses configurations that it cannot own', async () => {
      const { client } = shared();
      await client.post(custom(shared().namespace, 'routingpolicies'), policy('odd'));
      const cases: [object, number, string][] = [
        [config('odd', { bogus: 1 }), 500, '.spec.bogus: field not declared in schema'],
        [
          config('odd', { priority: 'high' }),
          500,
          '.spec.priority: expected numeric (int or float), got string',
        ],
        [config('odd', {}, { managedFields: [] }), 400, 'metadata.managedFields must be nil'],
        [config('other', {}), 400, 'the name of the object (other) does not match'],
        [
          { ...config('odd', {}), apiVersion: 'aicp.dev/v9' },
          400,
          'invalid object type: aicp.dev/v9',
        ],
      ];
      for (const [body, status, message] of cases) {
        const answer = await client.apply(path('odd'), 'one', body);
        expect(answer.status).toBe(status);
        expect(answer.body.message).toContain(message);
      }
      const nameless = await client.patch(
        path('odd'),
        'application/apply-patch+yaml',
        config('odd', {}),
      );
      expect(nameless.status).toBe(422);
      expect(nameless.body.message).toContain(
        'fieldManager: Required value: is required for apply',
      );
      const ghost = await client.apply(`${path('ghost')}/status`, 'one', config('ghost', {}));
      expect(ghost.status).toBe(404);
    });

    it('validates what comes out of an apply', async () => {
      const { status, body } = await shared().client.apply(
        path('invalid'),
        'one',
        config('invalid', { action: 'shout' }),
      );
      expect(status).toBe(422);
      expect(body.message).toContain('spec.action: Unsupported value: "shout"');
    });
  });
}

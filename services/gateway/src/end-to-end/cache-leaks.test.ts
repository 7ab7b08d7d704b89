import { RedisServer, redisProgram } from '@aicp/common/counters/testing/redis-server';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../providers/simulated/seeded-random.ts';
import { huntLeaks } from '../testing/leak-hunt.ts';

/** `make prove` sends a hundred thousand for each scope. */
const REQUESTS = Number(process.env['AICP_LEAK_HUNT'] ?? 1200);
const PATIENCE_MS = 600_000;
const program = redisProgram();

describe('answers of the cache', () => {
  it.each(['organization', 'team', 'key', 'user'] as const)(
    'never cross a scope: %s',
    async (scope) => {
      const random = seededRandom(scope.length);
      const { hits, leaks } = await huntLeaks({
        requests: REQUESTS,
        scope,
        allowed: scope,
        random,
      });
      expect(leaks).toEqual([]);
      expect(hits).toBeGreaterThan(REQUESTS / 20);
    },
    PATIENCE_MS,
  );

  it.each(['organization', 'team', 'key', 'user'] as const)(
    'never cross a scope, nor go to a question that asks something else, where alike ones are answered: %s',
    async (scope) => {
      const random = seededRandom(scope.length + 1);
      const told = { scope, allowed: scope, random };
      const { alike, leaks } = await huntLeaks({ ...told, requests: REQUESTS, isSemantic: true });
      expect(leaks).toEqual([]);
      expect(alike).toBeGreaterThan(REQUESTS / 200);
    },
    PATIENCE_MS,
  );

  describe.skipIf(program === undefined)('where two gateways share them', () => {
    it.each([
      { scope: 'team', isSemantic: false },
      { scope: 'team', isSemantic: true },
      { scope: 'user', isSemantic: true },
    ] as const)(
      'never cross a scope: $scope, alike questions: $isSemantic',
      async ({ scope, isSemantic }) => {
        await using parts = new AsyncDisposableStack();
        const redis = parts.adopt(await RedisServer.start(program ?? ''), (one) => one.stop());
        const { shared, told, alike, leaks } = await huntLeaks({
          requests: REQUESTS,
          ...{ scope, allowed: scope, random: seededRandom(11), redis, isSemantic },
        });
        expect(leaks).toEqual([]);
        expect(shared).toBeGreaterThan(0);
        expect([told > 0, alike > 0]).toEqual([isSemantic, isSemantic]);
      },
      PATIENCE_MS,
    );
  });

  it.each([
    { scope: 'organization', allowed: 'team' },
    { scope: 'organization', allowed: 'user' },
    { scope: 'team', allowed: 'key' },
    { scope: 'team', allowed: 'user' },
  ] as const)('would be found where $scope is kept in the place of $allowed', async (planted) => {
    const { leaks } = await huntLeaks({
      ...planted,
      requests: 600,
      random: seededRandom(7),
    });
    expect(leaks).not.toEqual([]);
  });
});

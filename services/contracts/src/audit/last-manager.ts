import { z } from 'zod';

const fieldManagers = z
  .array(
    z.object({
      manager: z.string().default(''),
      time: z.string().default(''),
      subresource: z.string().optional(),
    }),
  )
  .catch([]);

const isOurs = (manager: string): boolean =>
  manager === 'aicp-admin' || manager === 'aicp-operator';

/** Who wrote last; of several within a second, somebody else than us, whose writes are announced. The status is no change. */
export function lastManager(managedFields: unknown): string | null {
  const [last] = fieldManagers
    .parse(managedFields ?? [])
    .filter(({ subresource }) => !subresource)
    .sort((a, b) => {
      if (a.time !== b.time) return a.time < b.time ? 1 : -1;
      return Number(isOurs(a.manager)) - Number(isOurs(b.manager));
    });
  return last ? last.manager.slice(0, 128) : null;
}

import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ApiProblem } from '../../api/problem.ts';
import { useApi } from '../../api/runtime.tsx';

/** So long after the last letter the service is asked whether it would take what is there, ms. */
const QUIET_MS = 500;

/** How something would be written. */
export interface Write {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What the service would say of a write, a moment after the last change; undefined where it would take it, or was not asked yet. */
export function useDryRun(write: Write, isWanted: boolean): ApiProblem | undefined {
  const api = useApi();
  const [asked] = useDebouncedValue(write, QUIET_MS);
  const { data } = useQuery({
    queryKey: ['dry-run', asked],
    enabled: isWanted,
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const { method, path, body } = asked;
      try {
        await api.request(path, { method, body, query: { dry_run: true }, signal });
        return null;
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 422) return error;
        throw error;
      }
    },
  });
  return data ?? undefined;
}

/** Why each field would be refused, by its name; a problem inside a field is its. */
export const problemsByField = (
  problem: ApiProblem | undefined,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (problem?.fields ?? []).map(({ path, message }) => {
      const [field = '', ...inside] = path.split(/[.[]/);
      return [field, inside.length === 0 ? message : `${path.slice(field.length)}: ${message}`];
    }),
  );

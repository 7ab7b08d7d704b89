import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiProblem } from '../../../api/problem.ts';
import { useApi } from '../../../api/runtime.tsx';

/** So long after the last letter the service is asked whether it would take what is there, ms. */
const QUIET_MS = 500;

/** How something would be written. */
export interface Write {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What the service says of a write before it is done. */
export interface Verdict {
  /** Why it would be refused; undefined: it would not. */
  readonly problem: ApiProblem | undefined;
  /** What it would take, but warns of. */
  readonly warnings: readonly string[];
}

const NOTHING: Verdict = { problem: undefined, warnings: [] };

/** What the service would say of a write, a moment after the last change. Until it answers, what it said before stands. */
export function useDryRun(write: Write, isWanted: boolean): Verdict {
  const api = useApi();
  const client = useQueryClient();
  // As a text, since each drawing of the form makes another object of the same write.
  const typed = JSON.stringify(write);
  const [asked] = useDebouncedValue(typed, QUIET_MS);
  const { data } = useQuery({
    queryKey: ['dry-run', asked],
    // What was there before the last change is not worth asking for.
    enabled: isWanted && asked === typed,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Verdict> => {
      const { method, path, body } = JSON.parse(asked) as Write;
      try {
        const query = { dry_run: true };
        const response = await api.request(path, { method, body, query, signal });
        return { problem: undefined, warnings: warningsIn(response) };
      } catch (error) {
        if (isRefusal(error)) return { problem: error, warnings: [] };
        throw error;
      }
    },
  });
  useEffect(() => {
    if (!isWanted) void client.cancelQueries({ queryKey: ['dry-run'] });
  }, [client, isWanted]);
  return isWanted ? (data ?? NOTHING) : NOTHING;
}

/** What has nothing to do with what was typed: nobody signed in, a timeout, too many requests. */
const PASSING = new Set([401, 408, 425, 429]);

const isRefusal = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem &&
  error.status >= 400 &&
  error.status < 500 &&
  !PASSING.has(error.status);

/** `Warning: 299 - "…"`, as Kubernetes sends them. */
export const warningsIn = ({ headers }: Pick<Response, 'headers'>): readonly string[] =>
  [...(headers.get('warning') ?? '').matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)].map(
    ([, text = '']) => text.replaceAll(/\\(.)/g, '$1'),
  );

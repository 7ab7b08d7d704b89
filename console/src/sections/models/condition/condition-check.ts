import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ApiProblem } from '../../../api/problem.ts';
import { useApi, useCan } from '../../../api/runtime.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';

/** Why a condition cannot be read, and where. */
export interface ConditionFault {
  readonly message: string;
  /** Characters before it; undefined where the service does not say. */
  readonly position: number | undefined;
}

/** So long after the last letter the service is asked, ms. */
const QUIET_MS = 300;

/** What is wrong with a condition, as the service says of a policy that has it; undefined where nothing is. */
export function useConditionFault(condition: string): ConditionFault | undefined {
  const api = useApi();
  const canWrite = useCan('routing_policies:write');
  const [asked] = useDebouncedValue(condition, QUIET_MS);
  const { data } = useQuery({
    queryKey: ['condition', asked],
    enabled: canWrite && asked.trim() !== '',
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const body = { name: 'condition', action: 'deny', condition: asked, is_active: false };
      try {
        const query = { dry_run: true };
        await api.request(RESOURCES.routingPolicy.collection, {
          ...{ method: 'POST', body, query, signal },
        });
        return null;
      } catch (error) {
        if (error instanceof ApiProblem) return faultIn(error) ?? null;
        throw error;
      }
    },
  });
  return asked === condition ? (data ?? undefined) : undefined;
}

/** The fault of the condition in an answer; undefined where it is about something else. */
export function faultIn({ fields }: Pick<ApiProblem, 'fields'>): ConditionFault | undefined {
  const field = fields.find(({ path }) => path.endsWith('condition'));
  if (!field) return undefined;
  const [, place] = /\(at character (\d+)\)/.exec(field.message) ?? [];
  return { message: field.message, position: place === undefined ? undefined : Number(place) - 1 };
}

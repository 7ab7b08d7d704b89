import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ApiProblem } from '../../api/problem.ts';
import { useApi } from '../../api/runtime.tsx';
import { writeManifest, type ObjectAddress } from './manifest-api.ts';

/** So long after the last letter the service is asked, ms. */
const QUIET_MS = 600;
/** Refusals that say something of the text: no timeouts, no rate limits, nobody signed out. */
const OF_THE_TEXT = new Set([400, 402, 403, 409, 422]);

/** Why the service would refuse a text as it stands; undefined: it would not, or it was not asked yet. */
export function useYamlTrial(
  address: ObjectAddress,
  text: string | undefined,
): ApiProblem | undefined {
  const api = useApi();
  const [asked] = useDebouncedValue(text, QUIET_MS);
  const isCurrent = text !== undefined && asked === text;
  const { data } = useQuery({
    queryKey: ['yaml-trial', address, asked],
    enabled: isCurrent,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    queryFn: async () => {
      try {
        // Without the version: that it is behind is told elsewhere.
        const write = { text: asked ?? '', etag: undefined, isTrial: true };
        await writeManifest(api, address, write);
        return null;
      } catch (error) {
        if (error instanceof ApiProblem && OF_THE_TEXT.has(error.status)) return error;
        throw error;
      }
    },
  });
  return isCurrent ? (data ?? undefined) : undefined;
}

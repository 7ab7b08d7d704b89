import { useCan } from '../../../api/runtime.tsx';
import { useRead } from '../../../api/read/use-read.ts';

/** By whose clock budgets begin anew: the time zone of the settings, which reports tell; undefined until it is known, and where the caller may not read reports. */
export function useTimeZone(): string | undefined {
  const canRead = useCan('usage:read');
  const { data } = useRead<{ readonly time_zone: string }>('/api/v1/reports/cost', {
    query: { period: 'daily' },
    enabled: canRead,
  });
  return data?.time_zone;
}

import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { Skeleton } from '@mantine/core';
import type { ListParams } from '../../../api/read/list.ts';
import { useRead } from '../../../api/read/use-read.ts';
import { usdText } from '../../../ui/text/format-number.ts';
import { Figure } from '../../../ui/figure.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';

export interface TrendForecastProps {
  readonly query: ListParams;
  /** Whole days that are left of the period. */
  readonly days: number;
  /** So far; US dollars. */
  readonly spent: number;
  readonly limit: number | undefined;
}

/** What is spent so far and what the days to come are expected to add, with its range. */
export function TrendForecast({ query, days, spent, limit }: TrendForecastProps) {
  const forecast = useRead<ApiSchemas['CostForecast']>('/api/v1/reports/forecast', {
    query: { ...query, days },
  });
  if (forecast.isPending) return <Skeleton height={96} role="status" aria-label="Loading" />;
  if (forecast.isError) return <ProblemAlert error={forecast.error} />;
  const { forecasts } = forecast.data;
  const sum = (field: 'forecasted_cost' | 'confidence_low' | 'confidence_high'): number =>
    forecasts.reduce((total, one) => total + one[field], spent);
  const [low, high] = [sum('confidence_low'), sum('confidence_high')];
  return (
    <Figure title="By the trend" note={rangeText(low, high, limit)}>
      {usdText(sum('forecasted_cost'))}
    </Figure>
  );
}

function rangeText(low: number, high: number, limit: number | undefined): string {
  const range = `Between ${usdText(low)} and ${usdText(high)}`;
  if (limit === undefined || high <= limit) return range;
  return low > limit ? `${range}, beyond the limit` : `${range}, which may pass the limit`;
}

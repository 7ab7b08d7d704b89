import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiObject } from '../../../api/api-object.ts';
import { countText, durationText, percentText } from '../../../ui/text/format-number.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { Figure } from '../../../ui/figure.tsx';
import { ErrorBudget } from './error-budget.tsx';
import { SlaState } from './sla-state.tsx';
import { burnText, slaOf } from './sla.ts';

/** How an SLA stands: whether its targets are met, and what is left of its error budget. */
export function SlaSummary({ object }: { readonly object: ApiObject }) {
  const { observed = {}, ...sla } = slaOf(object);
  const { burn_rate: burn, requests } = observed;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
      <Figure
        title="Targets"
        {...(requests === undefined ? {} : { note: `Of ${countText(requests)} requests` })}
      >
        <SlaState object={object} />
      </Figure>
      <Figure
        title="Error budget of 30 days"
        {...(burn === undefined ? {} : { note: burnText(burn) })}
      >
        <ErrorBudget left={observed.error_budget_left} />
      </Figure>
      <Figure title="95th percentile" {...targetNote(sla.target_p95_ms, durationText)}>
        {known(observed.p95_ms, durationText)}
      </Figure>
      <Figure title="Error rate" {...targetNote(sla.target_error_rate, percentText)}>
        {known(observed.error_rate, percentText)}
      </Figure>
      <Figure title="Availability" {...targetNote(sla.target_availability, percentText)}>
        {known(observed.availability, percentText)}
      </Figure>
      <Figure
        title="First token, 95th percentile"
        {...targetNote(sla.target_ttft_ms, durationText)}
      >
        {known(observed.ttft_p95_ms, durationText)}
      </Figure>
      <Figure title="Measured">
        <Moment at={observed.at} />
      </Figure>
    </SimpleGrid>
  );
}

type ToText = (value: number) => string;

const known = (value: number | undefined, text: ToText): ReactNode =>
  value === undefined ? '–' : text(value);

const targetNote = (target: number | undefined, text: ToText): { readonly note?: string } =>
  target === undefined ? { note: 'No target' } : { note: `Target ${text(target)}` };

import type { BackgroundResponses } from './background-responses.ts';
import type { Family } from '../metrics/family.ts';

/** What is told of responses with which providers go on after our answers. */
export const backgroundFamilies = (
  backgrounds: Pick<BackgroundResponses, 'pending' | 'counts'>,
): Family[] => [
  {
    name: 'aicp_gateway_background_pending',
    help: 'Responses that run in the background, and batches, that are not settled yet.',
    type: 'gauge',
    samples: () => [{ labels: {}, value: backgrounds.pending }],
  },
  {
    name: 'aicp_gateway_background_settled_total',
    help: 'Responses that ran in the background, and batches, that are settled, by who counted what they used.',
    type: 'counter',
    samples: () => [
      {
        labels: { source: 'provider' },
        value: backgrounds.counts.settled - backgrounds.counts.estimated,
      },
      { labels: { source: 'estimate' }, value: backgrounds.counts.estimated },
    ],
  },
];

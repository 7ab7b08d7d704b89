import { defineRoute, type Route } from '@aicp/api-kit/route/route';
import { z } from 'zod';
import { openRoute, type RouteParts } from '../access/route-parts.ts';
import { visibleModels } from '../access/visible-models.ts';
import type { Caller } from '../access/caller.ts';
import type { AccuracyBook } from './accuracy-book.ts';
import type { AccuracyQuestion } from './comparisons.ts';

const share = z.number();
const accuracy = z
  .object({
    model: z.string(),
    samples: z
      .int()
      .meta({ description: 'Answers of late that were foretold by those before them.' }),
    median_absolute_percentage_error: share.meta({
      description: 'Of the length of answers: half of all errors are smaller. 0.25 is 25 %.',
    }),
    coverage: share.meta({
      description: 'Answers between the tenth and the ninetieth percentile: 0.8 is meant.',
    }),
    bias: share.meta({
      description:
        'By how much all that was foretold is more than all that came. Below 0 where few answers are much longer than the rest: the median is foretold, and not the mean.',
    }),
    requests: z
      .object({ samples: z.int(), median_absolute_percentage_error: share, bias: share })
      .nullable()
      .meta({
        description:
          'The same of the cost of whole requests, of those that were sent with the `X-Request-Id` of their prediction; null where none was.',
      }),
  })
  .meta({ id: 'Accuracy' });

const DIGITS = 10_000;
const rounded = (value: number): number => Math.round(value * DIGITS) / DIGITS;

/** Everybody is told of the requests that their own predictions stand on; who runs the platform, of all. */
const questionOf = ({ key, principal }: Caller, model: string): AccuracyQuestion =>
  key?.role === 'platform_admin'
    ? { everybody: true, model }
    : { organization: principal.organization, model };

/** `GET /accuracy`. */
export const accuracyRoute = (parts: RouteParts & { readonly accuracy: AccuracyBook }): Route =>
  defineRoute({
    ...openRoute(parts),
    method: 'get',
    path: '/accuracy',
    operationId: 'getAccuracy',
    summary: 'How well costs were foretold, by model',
    description:
      'Of the requests of the key’s own organization; without an organization or a key, of those of keys without one. A `platform_admin` is told of all.',
    tag: 'Predictions',
    answers: {
      200: {
        description: 'Models of which anything was compared for the caller.',
        schema: z.array(accuracy),
      },
    },
    handler: ({ request }) => {
      const { callers, snapshot, clock } = parts;
      const caller = callers.of(request);
      const models = visibleModels(snapshot.current, caller, clock.now());
      const body = models.flatMap(({ id, name }) => {
        const question = questionOf(caller, name);
        const answers = parts.accuracy.ofAnswers(question);
        const requests = parts.accuracy.ofRequests(question);
        if (!answers) return [];
        return {
          model: id,
          samples: answers.samples,
          median_absolute_percentage_error: rounded(answers.medianError),
          coverage: rounded(answers.coverage),
          bias: rounded(answers.bias),
          requests: requests
            ? {
                samples: requests.samples,
                median_absolute_percentage_error: rounded(requests.medianError),
                bias: rounded(requests.bias),
              }
            : null,
        };
      });
      return Promise.resolve({ status: 200, body });
    },
  });

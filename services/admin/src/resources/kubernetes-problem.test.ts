import { KubernetesError } from '@aicp/common/kubernetes/errors';
import { kindNamed } from '@aicp/crds/kinds';
import { describe, expect, it } from 'vitest';
import { refusalOf } from './kubernetes-problem.ts';

const refused = (field: string, message: string): unknown => {
  const error = new KubernetesError({ status: 422, message, causes: [{ field, message }] });
  return refusalOf(kindNamed('Model'), 'a', error);
};

describe('what the API server refuses', () => {
  it('is told without the regular expressions that it quotes', () => {
    expect(
      refused(
        'metadata.name',
        "Invalid value: \"A\": must start with a letter (e.g. 'example.com', regex used for validation is '[a-z]([-a-z]*[a-z])?')",
      ),
    ).toMatchObject({
      status: 422,
      errors: [
        {
          path: 'metadata.name',
          message: 'Invalid value: "A": must start with a letter (e.g. \'example.com\')',
        },
      ],
    });
    expect(
      refused('spec.tier', 'Invalid value: "?": spec.tier in body should match \'^[a-z]+$\''),
    ).toMatchObject({
      errors: [{ path: 'tier', message: expect.not.stringContaining('^') as string }],
    });
  });
});

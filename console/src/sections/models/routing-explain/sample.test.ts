import { expect, it } from 'vitest';
import { attributesIn, bodyOf, EMPTY_SAMPLE, sampleOf } from './sample.ts';

it('sends what is said, and nothing else', () => {
  expect(bodyOf({ ...EMPTY_SAMPLE, model: 'gpt-4o', team: 'ml' })).toEqual({
    request: { model: 'gpt-4o' },
    attributes: { team: 'ml' },
  });
  expect(bodyOf({ ...EMPTY_SAMPLE, isStream: true, message: 'Hi' }).request).toEqual({
    stream: true,
    messages: [{ role: 'user', content: 'Hi' }],
  });
});

it('reads further attributes, each with the type that it has', () => {
  expect(
    attributesIn('header.x-team = blue\ninput_tokens=9000\n\ncandidate.error_rate = 0.2'),
  ).toEqual({ 'header.x-team': 'blue', input_tokens: 9000, 'candidate.error_rate': 0.2 });
  expect(attributesIn('half a line\nmetadata.a = \nmetadata.b = x = y')).toEqual({
    'metadata.b': 'x = y',
  });
});

it('asks of a recorded request what it said', () => {
  const attributes = { model: 'a', team: 'ml', stream: true, hour: 12, 'header.x-a': 'b' };
  const sample = sampleOf({ model_asked: 'a', organization_id: 'acme', attributes });
  expect(sample).toMatchObject({ model: 'a', team: 'ml', organization: 'acme', isStream: true });
  expect(bodyOf(sample).attributes).toEqual({
    ...{ hour: 12, 'header.x-a': 'b', team: 'ml', organization: 'acme' },
  });
});

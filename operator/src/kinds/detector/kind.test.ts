import { describe, expect, it } from 'vitest';
import { object } from '../../testing/builders.ts';
import { after, compiled, fragments, verdictOn } from '../../testing/compiled.ts';

const detector = (spec: object, generation = 1) =>
  object('Detector', 'codes', spec, { generation });

const regex = (...patterns: readonly string[]) => ({
  detectorType: 'regex',
  config: { patterns: patterns.map((pattern) => ({ pattern, action: 'block' })) },
});

const guardrail = object('Guardrail', 'guard', { detectors: ['codes'] });

describe('a Detector', () => {
  it('looks for what it says, in the guardrails that name it', () => {
    const result = compiled([detector(regex('E[0-9]{6}')), guardrail]);
    expect(verdictOn(result, 'codes')).toMatchObject({ reason: 'Accepted', inEffect: 'current' });
    expect(fragments(result, 'guardrails')).toMatchObject([
      {
        id: 'guard',
        detectors: [
          {
            id: 'codes',
            type: 'regex',
            action: 'flag',
            patterns: [{ pattern: 'E[0-9]{6}', action: 'block' }],
          },
        ],
      },
    ]);
  });

  it('flags all of its type where it names no pattern, and says so', () => {
    const result = compiled([detector({ detectorType: 'secrets' }), guardrail]);
    expect(verdictOn(result, 'codes').message).toContain(
      'everything of the type secrets is flagged',
    );
    expect(fragments(result, 'guardrails')[0]?.['detectors']).toEqual([
      { id: 'codes', type: 'secrets', action: 'flag' },
    ]);
  });

  it.each([
    [regex('(a'), 'is no regular expression that can be searched for'],
    [regex('a(?=b)'), 'look-around'],
    [regex('x*'), 'matches where there is no text'],
    [regex('x{2000}'), 'may come to 1000 at most'],
    [regex('(x{1,100}){1,100}'), 'repetitions within each other multiply'],
    [regex('x{2,1}'), 'may not be above the second'],
    [{ detectorType: 'keyword', config: { patterns: [{ pattern: '\u200b ' }] } }, 'but space'],
    [{ detectorType: 'pii', config: { patterns: [{ pattern: 'SHOE_SIZE' }] } }, 'CREDIT_CARD'],
    [{ detectorType: 'secrets', config: { patterns: [{ pattern: 'x' }] } }, 'brings its patterns'],
  ])(
    '%j is Invalid, and guardrails that name it act with the rest of what they look for',
    (spec, words) => {
      const more = object('Guardrail', 'guard', { detectors: ['codes'], enablePiiDetection: true });
      const result = compiled([detector(spec), more]);
      const { reason, message, inEffect } = verdictOn(result, 'codes');
      expect([reason, inEffect]).toEqual(['Invalid', 'left_out']);
      expect(message).toContain('spec.config.patterns.0.pattern');
      expect(message).toContain(words);
      expect(result.degraded).toEqual([]);
      expect(fragments(result, 'guardrails')[0]).toMatchObject({
        detectors: [{ id: 'pii', type: 'pii', action: 'redact' }],
        lacksDetectors: true,
      });
      expect(verdictOn(result, 'guard')).toMatchObject({
        reason: 'ReferenceNotFound',
        message: expect.stringContaining('Detector "codes" cannot be used') as string,
      });
    },
  );

  it('that becomes unusable looks on for what it looked for, unless it was of somebody else', () => {
    const before = compiled([detector(regex('good')), guardrail]);
    const spoilt = compiled([detector(regex('(bad'), 2), guardrail], { previous: after(before) });
    expect(verdictOn(spoilt, 'codes')).toMatchObject({ reason: 'Invalid', inEffect: 'kept' });
    expect(verdictOn(spoilt, 'guard').reason).toBe('Accepted');
    expect(JSON.stringify(fragments(spoilt, 'guardrails'))).toContain('good');
    const acme = object('Organization', 'acme', {});
    const given = detector({ ...regex('(bad'), organizationId: 'acme' }, 2);
    const other = compiled([acme, given, guardrail], { previous: after(before) });
    expect(verdictOn(other, 'codes').inEffect).toBe('left_out');
    expect(JSON.stringify(fragments(other, 'guardrails'))).not.toContain('good');
  });
});

import { describe, expect, it } from 'vitest';
import { helpOf, MEANINGS } from './help-of.ts';

describe('what a condition means', () => {
  const all = Object.entries(MEANINGS).flatMap(([type, reasons]) =>
    Object.keys(reasons).map((reason) => [type, reason] as const),
  );

  it.each(all)('is said of %s %s in sentences', (type, reason) => {
    expect(helpOf(type, reason)).toMatch(/^[A-Z].*\.$/);
    expect(helpOf(type, reason)).not.toContain('..');
  });

  it('is what happened, and what to do', () => {
    expect(helpOf('Programmed', 'NoReplicas')).toBe(
      'No replica of a service that needs it is ready. Look at the pods of the service.',
    );
    expect(helpOf('Enforced', 'Enforced')).toBe('This version acts on all that the object sets.');
    expect(helpOf('Ready', 'Conflicted')).toContain('Change one of the two.');
    expect(helpOf('Ready', 'toString')).toBeUndefined();
    expect(helpOf('Unknown', 'Accepted')).toBeUndefined();
  });
});

import { expect, it } from 'vitest';
import { notesOf, type OfGuardrail } from './look-notes.ts';

const JUDGED: OfGuardrail = { verdict: 'passed', is_monitor: false, left_out: [] };

it('has nothing to say besides where everything was looked at', () => {
  expect(notesOf(JUDGED)).toEqual([]);
  expect(notesOf({})).toEqual([]);
});

it('says what had no say, and that nothing is done', () => {
  const notes = notesOf({ ...JUDGED, is_monitor: true, left_out: ['external', 'words'] });
  expect(notes).toEqual([
    'It only watches: nothing is done, and all of it is recorded.',
    'Its judge elsewhere was not asked.',
    'These cannot be used: words.',
  ]);
  expect(notesOf({ ...JUDGED, verdict: 'skipped' })).toHaveLength(1);
});

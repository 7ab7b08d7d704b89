// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useMarks } from './use-marks.ts';

const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

const marksOf = (scope: string) =>
  renderHook((wanted: string) => useMarks(({ id }: { readonly id: string }) => id, wanted), {
    initialProps: scope,
  });

it('keeps marks of other pages where all rows of a page are marked and unmarked', () => {
  const { result } = marksOf('');
  act(() => result.current.toggle(a));
  act(() => result.current.setAll([b, c], true));
  expect([...result.current.records.keys()]).toEqual(['a', 'b', 'c']);
  act(() => result.current.setAll([b, c], false));
  expect(result.current.has(a)).toBe(true);
  expect(result.current.has(b)).toBe(false);
});

it('forgets marks where the list is narrowed to something else', () => {
  const { result, rerender } = marksOf('');
  act(() => result.current.toggle(a));
  rerender('q=x');
  expect(result.current.records.size).toBe(0);
});

it('keeps those that are named, and no others', () => {
  const { result } = marksOf('');
  act(() => result.current.setAll([a, b], true));
  act(() => result.current.keep([b]));
  expect([...result.current.records.keys()]).toEqual(['b']);
});

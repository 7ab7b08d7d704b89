import { expect, it } from 'vitest';
import { allowedAfter, missingTools, standingOf, type ServerTool } from './server-tool.ts';

const tool = (name: string, more: Partial<ServerTool> = {}): ServerTool => ({
  ...{ name, description: null, input_schema: {}, digest: 'a'.repeat(64) },
  ...{ approved_digest: null, is_changed: false, is_allowed: true },
  ...more,
});

it('names all other tools where one of all is switched off', () => {
  const change = { name: 'search', isAllowed: false };
  expect(allowedAfter([], ['search', 'fetch', 'write'], change)).toEqual(['fetch', 'write']);
});

it('adds a tool to those that are named', () => {
  const change = { name: 'search', isAllowed: true };
  expect(allowedAfter(['fetch'], ['search', 'fetch', 'write'], change)).toEqual([
    'fetch',
    'search',
  ]);
});

it('leaves the last tool, since an empty list allows all of them', () => {
  const change = { name: 'search', isAllowed: false };
  expect(allowedAfter(['search'], ['search', 'fetch'], change)).toBeUndefined();
  expect(allowedAfter([], ['search'], change)).toBeUndefined();
});

it('finds tools that are named, and not listed any more', () => {
  const object = { id: 's', allowed_tools: ['gone', 'search'], tools: [{ name: 'gone' }] };
  expect(missingTools(object, [tool('search')])).toEqual(['gone']);
});

it('says how a definition stands to the approved one', () => {
  const approved = { approved_digest: 'a'.repeat(64) };
  expect(standingOf(tool('search')).label).toBe('Not pinned');
  expect(standingOf(tool('search', approved)).label).toBe('Approved');
  expect(standingOf(tool('search', { ...approved, is_changed: true })).label).toBe('Changed');
});

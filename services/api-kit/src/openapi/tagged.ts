import type { AnswerDeclaration, Route } from '../route/route.ts';

/** Whether a route answers JSON with a tag that If-None-Match can name. Exports, which have other types too, are written as they are read. */
export function isTagged({ method, answers }: Pick<Route, 'method' | 'answers'>): boolean {
  const { 200: answer } = answers;
  if (method !== 'get' || answer?.schema === undefined) return false;
  const isExport = answer.otherTypes !== undefined && !answer.isObject;
  return answer.contentType === undefined && !isExport;
}

export const TAG_HEADERS = { ETag: 'Of this very answer, for If-None-Match.' };

export const NOT_MODIFIED: AnswerDeclaration = {
  description: 'It is still what If-None-Match names.',
  headers: TAG_HEADERS,
};

import type { KubeObject } from '../objects/object.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { badRequest } from '../objects/status.ts';

export type FieldSelector = (object: KubeObject) => boolean;

const TERM = /^([^=!]+)(==|=|!=)(.*)$/;

/** `\,`, `\=` and `\\` stand for themselves in a value. */
const unescape = (value: string): string => value.replace(/\\([\\,=])/g, '$1');

/** Reads a field selector (`spec.action=deny,metadata.name!=x`). Throws a 400 on a field that the resource cannot select by. */
export function parseFieldSelector(selector: string, type: ResourceType): FieldSelector {
  if (selector === '') return () => true;
  const terms = selector.split(/(?<!\\),/).map((term) => parseTerm(term, selector, type));
  return (object) => terms.every((matches) => matches(object));
}

function parseTerm(term: string, selector: string, type: ResourceType): FieldSelector {
  const [, field, operator, text] = TERM.exec(term) ?? [];
  if (field === undefined || text === undefined) {
    throw badRequest(`invalid selector: '${selector}'; can't understand '${term}'`);
  }
  const read = reader(field, type);
  const value = unescape(text);
  if (operator === '!=') return (object) => read(object) !== value;
  return (object) => read(object) === value;
}

function reader(field: string, type: ResourceType): (object: KubeObject) => string {
  if (field === 'metadata.name') return ({ metadata }) => metadata.name;
  if (field === 'metadata.namespace' && type.namespaced) {
    return ({ metadata }) => metadata.namespace ?? '';
  }
  const read = type.selectable[field];
  if (!read) throw badRequest(`field label not supported: ${field}`);
  return read;
}

import type { JsonObject } from '../object.ts';
import { ApiError } from '../status.ts';
import { JSON_TYPE, PROTOBUF_TYPE, YAML_TYPE } from './read-body.ts';

/** What a client wants to be answered. */
export interface Answer {
  readonly as: 'object' | 'table';
  readonly yaml: boolean;
}

const TABLE = 'Table';

function parseRange(range: string): { type: string; parameters: Map<string, string> } {
  const [type = '', ...rest] = range.split(';').map((part) => part.trim());
  const parameters = new Map(rest.map((part) => part.split('=') as [string, string]));
  return { type, parameters };
}

/** Reads `Accept`. Throws a 406 where nothing that can be answered is asked for. */
export function negotiate(accept: string | undefined): Answer {
  if (!accept) return { as: 'object', yaml: false };
  for (const range of accept.split(',')) {
    const { type, parameters } = parseRange(range);
    const yaml = type === YAML_TYPE;
    const as = parameters.get('as');
    if (!yaml && ![JSON_TYPE, 'application/*', '*/*'].includes(type)) continue;
    if (as === TABLE && parameters.get('v') === 'v1') return { as: 'table', yaml };
    if (as === undefined) return { as: 'object', yaml };
  }
  const types = [JSON_TYPE, YAML_TYPE, PROTOBUF_TYPE].join(', ');
  const message = `only the following media types are accepted: ${types}`;
  throw new ApiError(406, 'NotAcceptable', message);
}

/** Whether `Accept` names discovery documents in their aggregated form, and in which version it wants them. */
export function wantsAggregated(accept: string | undefined): boolean {
  return (accept ?? '')
    .split(',')
    .map((range) => parseRange(range).parameters)
    .some((parameters) => {
      const asked: JsonObject = Object.fromEntries(parameters);
      return asked['as'] === 'APIGroupDiscoveryList' && asked['v'] === 'v2';
    });
}

/** Where executions are at this service. */
export const PATH = '/api/v1/workflows/executions';

export const TAG = 'Workflows';

/** Those of asking another service. */
export const ENGINE_ERRORS = [502, 503];

/** Where all executions, one, or a verb of one is at the engine. */
export const pathOf = (id?: string, verb?: string): string =>
  [
    '/api/v1/executions',
    ...(id === undefined ? [] : [encodeURIComponent(id)]),
    ...(verb === undefined ? [] : [verb]),
  ].join('/');

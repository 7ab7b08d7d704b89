/** What members of messages of MCP and A2A mean to guardrails, by their names. A member that no table has is looked at: a text as one, anything else as JSON. */

/** Words of the protocols, and ids: nobody's texts. */
export const WORDS: ReadonlySet<string> = new Set([
  ...['jsonrpc', 'method', 'type', 'kind', 'role', 'action', 'state', 'level', 'resultType'],
  ...['mimeType', 'mediaType', 'timestamp', 'requestState', 'isError', 'code', 'progressToken'],
  ...['progress', 'total', 'hasMore', 'final', 'append', 'lastChunk', 'historyLength'],
  ...['id', 'taskId', 'contextId', 'messageId', 'artifactId', 'referenceTaskIds'],
]);

/** Members that hold further members which these tables know. */
export const HOLDERS: ReadonlySet<string> = new Set([
  ...['result', 'error', 'params', 'inputRequests', 'inputResponses', 'completion'],
  ...['content', 'contents', 'messages', 'message', 'parts', 'resource', 'file'],
  ...['task', 'status', 'statusUpdate', 'artifactUpdate', 'artifact', 'artifacts', 'history'],
]);

/** Members that hold the bytes of a file. */
export const BYTES: ReadonlySet<string> = new Set(['blob', 'bytes', 'raw']);

/** Kinds of content whose `data` are bytes, and what they are called where they are not looked at. */
export const MEDIA: ReadonlySet<string> = new Set(['image', 'audio']);

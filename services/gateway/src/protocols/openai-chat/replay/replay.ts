import type { Replay } from '../../protocol.ts';
import { documentOf } from './document-of.ts';
import { isRepeatable } from './repeatable.ts';
import { streamOf } from './stream-of.ts';

/** Chat completions that are given again. */
export const replay: Replay = { documentOf, isRepeatable, streamOf };

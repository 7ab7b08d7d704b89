import { isMap, isPair, isSeq, isScalar, type Document, type LineCounter, type Node } from 'yaml';

/** The line, from 1, of what a path (`spec.targetModels.0`) names, or else of what is around it; undefined where nothing is. */
export type LineOf = (path: string) => number | undefined;

/** The lines of a document's fields: each is where its key stands. */
export function linesOf({ contents }: Document, lines: LineCounter): LineOf {
  return (path) => {
    const offset = offsetOf(contents, path === '' ? [] : path.split('.'));
    return offset === undefined ? undefined : lines.linePos(offset).line;
  };
}

function offsetOf(contents: Node | null, path: readonly string[]): number | undefined {
  let node: unknown = contents;
  let offset = contents?.range?.[0];
  for (const segment of path) {
    const found = within(node, segment);
    if (!found) return offset;
    ({ node } = found);
    offset = found.offset ?? offset;
  }
  return offset;
}

function within(
  node: unknown,
  segment: string,
): { node: unknown; offset: number | undefined } | undefined {
  if (isSeq(node)) {
    const item = node.items[Number(segment)] as Node | undefined;
    return item && { node: item, offset: item.range?.[0] };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find(
    (one) => isPair(one) && isScalar(one.key) && String(one.key.value) === segment,
  );
  if (!pair) return undefined;
  return { node: pair.value, offset: isScalar(pair.key) ? pair.key.range?.[0] : undefined };
}

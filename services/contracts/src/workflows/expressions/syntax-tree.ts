import type { ASTNode } from '@marcbachmann/cel-js';

/** A node of an expression, with what stands below it. */
export interface TreeNode {
  readonly node: ASTNode;
  /** None: the root. */
  readonly parent?: ASTNode;
}

/** Every node of an expression, as it was written. */
export function* nodesOf(node: ASTNode, parent?: ASTNode): Generator<TreeNode> {
  yield parent === undefined ? { node } : { node, parent };
  for (const child of below(node.args)) yield* nodesOf(child, node);
}

function below(args: unknown): readonly ASTNode[] {
  if (Array.isArray(args)) return args.flatMap(below);
  return isNode(args) ? [args] : [];
}

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'op' in value && 'args' in value;

/** The name of the function that a node calls. */
export const calledBy = (node: ASTNode): string | undefined =>
  node.op === 'call' || node.op === 'rcall' ? node.args[0] : undefined;

import { kinds } from '@aicp/crds/kinds';
import { declaredKinds } from './declared-kinds.ts';
import type { OperatorKind } from './kit/operator-kind.ts';
import { storedKind } from './stored/stored-kind.ts';

/** Every kind there is, with what the operator makes of its objects; of one without a folder, that they are stored. */
export const operatorKinds: ReadonlyMap<string, OperatorKind> = new Map(
  kinds.map((definition) => [
    definition.kind,
    declaredKinds.find((declared) => declared.definition === definition) ?? storedKind(definition),
  ]),
);

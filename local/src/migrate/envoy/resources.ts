import { variableIn, type Part } from '../source/part.ts';
import type { Source } from '../source/source.ts';

/** The objects of files, by kind and name. Those of kinds that nobody asks for are named as left out. */
export class Resources {
  private readonly all: readonly Part[];
  private readonly used = new Set<Part>();

  constructor(sources: readonly Source[]) {
    this.all = sources.flatMap(({ root }) => objectsIn(root));
    for (const part of this.all) {
      for (const field of ['apiVersion', 'kind', 'status']) part.at(field);
      nameOf(part);
    }
  }

  /** Those of a kind. */
  of(kind: string): readonly Part[] {
    const found = this.all.filter((part) => part.text('kind') === kind);
    for (const part of found) this.used.add(part);
    return found;
  }

  /** One by its name; undefined where there is none, and, said, where several namespaces have one: references do not tell them apart here. */
  named(kind: string, name: string | undefined): Part | undefined {
    const [found, ...others] = this.of(kind).filter((part) => nameOf(part) === name);
    if (others.length === 0) return found;
    found?.lost(`there are several ${kind} named ${name ?? ''}: import one namespace at a time`);
    return undefined;
  }

  /** Says which objects nobody asked for. */
  sayUnused(): void {
    for (const part of this.all.filter((one) => !this.used.has(one))) {
      part.at('metadata');
      part.members();
      part.lost(`${part.text('kind') ?? 'an object'} ${nameOf(part) ?? ''} is not carried over`);
    }
  }
}

/** A document is an object, or a list of objects, as kubectl writes several; an empty one holds none. */
function objectsIn(root: Part): readonly Part[] {
  if (root.text('kind') !== 'List') return root.names.length > 0 ? [root] : [];
  root.at('apiVersion');
  root.at('metadata');
  return root.items('items');
}

/** `metadata.name`. What else metadata says is Kubernetes' own. */
export function nameOf(part: Part): string | undefined {
  const metadata = part.at('metadata');
  metadata?.members();
  const name = metadata?.text('name');
  return name === undefined || variableIn(name) !== undefined ? undefined : name;
}

import type { SnapshotService } from '@aicp/contracts/snapshot/sections/kit/section';
import type { AcceptedReason } from '@aicp/crds/reasons/reasons';

/** A piece of a section, made from one object. */
export interface SectionFragment {
  readonly section: string;
  readonly fragment: object;
}

/** A service that acts on some objects of a kind, and need not be installed. */
export interface Actor {
  readonly service: SnapshotService;
  /** Said where it is not installed: nothing acts on the object then. */
  readonly unless: string;
}

/** What became of one object, looked at by itself and with what it refers to. Conflicts with others come later. */
export interface KindVerdict {
  readonly reason: AcceptedReason;
  /** A sentence that says what to do, or what is worth knowing. */
  readonly message: string;
  /** What it adds to the snapshot; nothing where it is left out. */
  readonly fragments: readonly SectionFragment[];
  /** Accepted, but no service of this version acts on it: why. */
  readonly notEnforced?: string;
  /** What services do not do of all that it says, though they act on it, for a reason that stands elsewhere. */
  readonly unenforced?: string | undefined;
  /** A service that has to act on it too, beside those that act on its kind. */
  readonly actor?: Actor;
  /** A service reads the object itself, so that it acts on it though no snapshot holds anything of it. */
  readonly isRead?: boolean;
  /** While it is left out, something passes that it would have stopped. */
  readonly guards?: boolean;
}

/** What is said of an object of which there is nothing else to say. */
export const ALL_WELL = 'valid, and everything it refers to exists';

/** Nothing is wrong. `notes` are worth knowing. */
export function accepted(
  fragments: readonly SectionFragment[],
  notes: readonly string[] = [],
): KindVerdict {
  return {
    reason: 'Accepted',
    message: notes.length > 0 ? notes.join('; ') : ALL_WELL,
    fragments,
  };
}

/** Valid, and stored without effect. */
export function notEnforced(why: string, guards = false): KindVerdict {
  return { reason: 'Accepted', message: ALL_WELL, fragments: [], notEnforced: why, guards };
}

/** What a service reads from the object itself: it acts on it also where something that it names does not exist. */
export const readAsItIs = (missing: readonly string[]): KindVerdict => ({
  ...(missing.length > 0 ? notAccepted('ReferenceNotFound', missing.join('; ')) : accepted([])),
  isRead: true,
});

/** Something is wrong. `fragments` is what of it can be enforced nevertheless. */
export function notAccepted(
  reason: Exclude<AcceptedReason, 'Accepted'>,
  message: string,
  fragments: readonly SectionFragment[] = [],
): KindVerdict {
  return { reason, message, fragments };
}

import { hash } from 'node:crypto';
import type { KeyEventData } from '@aicp/contracts/events/key-events';
import { apiKey } from '@aicp/crds/api-key';
import type { EventDraft } from '@aicp/events/outbox/event-draft';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { Look, Marks, SeenObject, Surroundings, Watch } from '../sweep/watch.ts';
import {
  createdMs,
  generationOf,
  momentOrNull,
  objectEvent,
  textIn,
  textOrNull,
  titleOf,
} from './object-event.ts';

/** How long before its end a key's expiry is told, in days: the longer time first. */
const NOTICE_DAYS = [7, 1] as const;
const DAY_MS = 86_400_000;

/** `key.created`, `key.rotated`, `key.revoked` and `key.expiring`. */
export const apiKeyWatch: Watch = {
  name: 'keys',
  kinds: [apiKey],
  look: (object, before, surroundings) => lookAtKey(object, before, surroundings),
  gone: (last, nowMs) => deleted(last, nowMs),
};

function lookAtKey(
  object: StoredObject,
  before: Marks | undefined,
  surroundings: Surroundings,
): Look {
  const { nowMs, organizationOf } = surroundings;
  const marks = {
    key: secretOf(object),
    ...(object.spec['blocked'] === true ? { blocked: 'true' } : {}),
    ...expiryOf(object, nowMs),
    about: JSON.stringify(dataOf(object)),
    organization: organizationOf(object) ?? '',
  };
  return { marks, events: happened(object, { before, marks, surroundings }) };
}

function happened(
  object: StoredObject,
  {
    before,
    marks,
    surroundings,
  }: { before: Marks | undefined; marks: Marks; surroundings: Surroundings },
): EventDraft[] {
  const { nowMs } = surroundings;
  const data = dataOf(object);
  const event = (one: Parameters<typeof objectEvent>[2]) => objectEvent(object, surroundings, one);
  const events: EventDraft[] = [];
  if (!before) {
    const atMs = createdMs(object, nowMs);
    events.push(event({ type: 'key.created', transition: 'created', atMs, data }));
  }
  if (before && before['key'] !== marks['key']) {
    const until = { previous_key_expires_at: momentOrNull(object.spec, 'previousKeyExpiresAt') };
    const transition = String(marks['key']);
    events.push(
      event({ type: 'key.rotated', transition, atMs: nowMs, data: { ...data, ...until } }),
    );
  }
  if (before && !before['blocked'] && marks['blocked']) {
    const transition = `blocked ${generationOf(object)}`;
    const why = { reason: 'blocked' };
    events.push(event({ type: 'key.revoked', transition, atMs: nowMs, data: { ...data, ...why } }));
  }
  const { expiring } = marks;
  if (expiring !== undefined && expiring !== before?.['expiring']) {
    const more = { days_left: Number(expiring.split(' ')[1]) };
    const atMs = dueOf(expiring);
    events.push(
      event({ type: 'key.expiring', transition: expiring, atMs, data: { ...data, ...more } }),
    );
  }
  return events;
}

/** A key that was blocked before was revoked then. */
function deleted({ uid, name, marks }: SeenObject, nowMs: number): EventDraft[] {
  if (marks['blocked']) return [];
  const data = JSON.parse(marks['about'] ?? '{}') as KeyEventData;
  return [
    {
      ...{ type: 'key.revoked', uid, transition: 'deleted', at: new Date(nowMs) },
      subject: `APIKey/${name}`,
      organization: marks['organization'] || undefined,
      data: { ...data, reason: 'deleted' },
    },
  ];
}

/** The shortest notice that is due, `<when it ends> <days>`; none of a key that is refused already, or was made later than the notice was due. */
function expiryOf(object: StoredObject, nowMs: number): { readonly expiring?: string } {
  const { spec } = object;
  const expiresAt = momentOrNull(spec, 'expiresAt');
  if (expiresAt === null || spec['blocked'] === true || nowMs >= Date.parse(expiresAt)) return {};
  const due = NOTICE_DAYS.map((days) => `${expiresAt} ${days}`).filter((notice) => {
    const atMs = dueOf(notice);
    return atMs <= nowMs && atMs >= createdMs(object, 0);
  });
  const last = due.at(-1);
  return last === undefined ? {} : { expiring: last };
}

function dueOf(notice: string): number {
  const [expiresAt = '', days = ''] = notice.split(' ');
  return Date.parse(expiresAt) - Number(days) * DAY_MS;
}

/** Tells one secret from another and nothing more: it is not the hash that stands for the key. */
const secretOf = ({ spec }: StoredObject): string =>
  hash('sha256', `event ${textIn(spec, 'keyHash') ?? ''}`).slice(0, 16);

const dataOf = (object: StoredObject): KeyEventData => ({
  key_id: object.metadata.name,
  name: titleOf(object),
  role: textIn(object.spec, 'role') ?? 'member',
  team_id: textOrNull(object.spec, 'teamId'),
  user_id: textOrNull(object.spec, 'userId'),
  expires_at: momentOrNull(object.spec, 'expiresAt'),
});

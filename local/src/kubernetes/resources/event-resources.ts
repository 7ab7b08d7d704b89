import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { asObject, asText, type Json, type JsonObject, type KubeObject } from '../object.ts';
import { column, nameColumn } from '../print/columns.ts';
import { ageOf } from '../print/human-duration.ts';
import { requiredValue } from '../schema/field-errors.ts';
import { moment, struct, text, whole } from '../schema/object-meta.ts';
import { builtIn } from './built-in.ts';
import type { TableColumn } from './resource-type.ts';

const reference = (description: string): StructuralSchema => ({
  ...struct(description, {
    apiVersion: text('API version of the object.'),
    kind: text('Kind of the object.'),
    namespace: text('Namespace of the object.'),
    name: text('Name of the object.'),
    uid: text('UID of the object.'),
    resourceVersion: text('Version of the object.'),
    fieldPath: text('Part of the object.'),
  }),
  'x-kubernetes-map-type': 'atomic',
});
const source = struct('Who reported it.', {
  component: text('The component.'),
  host: text('The machine.'),
});
const series = struct('How often it was seen.', {
  count: whole('How often.'),
  lastObservedTime: moment('When last.'),
});

/** Fields that both versions name alike. */
const common = {
  action: text('What was done or failed.'),
  eventTime: moment('When it was first observed.'),
  reason: text('Why, as one word.'),
  related: reference('A second object that it is about.'),
  reportingInstance: text('The instance of the reporter.'),
  series,
  type: text('Normal or Warning.'),
};

/** Names of the core version, and those of events.k8s.io for the same fields. */
const RENAMED: readonly (readonly [string, string])[] = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
  ['reportingComponent', 'reportingController'],
];

function rename(object: KubeObject, apiVersion: string, names: Map<string, string>): KubeObject {
  const entries = Object.entries(object).map(([key, value]) => [names.get(key) ?? key, value]);
  return { ...(Object.fromEntries(entries) as KubeObject), apiVersion };
}

const toEventsApi = new Map(RENAMED);
const toCore = new Map(RENAMED.map(([core, other]) => [other, core]));

const involved = (object: JsonObject): JsonObject => asObject(object['involvedObject']);

const reader = (pick: (object: KubeObject) => Json | undefined) => (object: KubeObject) =>
  asText(pick(object));

const INVOLVED_FIELDS = [
  'kind',
  'namespace',
  'name',
  'uid',
  'apiVersion',
  'resourceVersion',
  'fieldPath',
];

/** When it last happened, in either style of reporting. */
function lastSeen(object: KubeObject): string | undefined {
  const seen = asObject(object['series'])['lastObservedTime'];
  const last = [seen, object['lastTimestamp'], object['eventTime'], object['firstTimestamp']];
  return last.find((value) => typeof value === 'string');
}

function reporter(object: KubeObject): string {
  const from = asObject(object['source']);
  const component = asText(from['component']) || asText(object['reportingComponent']);
  const instance = asText(from['host']) || asText(object['reportingInstance']);
  return [component, instance].filter((part) => part !== '').join(', ');
}

const firstSeen = (object: KubeObject): string =>
  asText(object['firstTimestamp']) || asText(object['eventTime']);

const columns: readonly TableColumn[] = [
  column('Last Seen', 'When it last happened.', (object, now) => ageOf(lastSeen(object), now)),
  column('Type', 'Normal or Warning.', (object) => asText(object['type'])),
  column('Reason', 'Why, as one word.', (object) => asText(object['reason'])),
  column('Object', 'What it is about.', (object) => {
    const { kind, name } = involved(object);
    return `${asText(kind).toLowerCase()}/${asText(name)}`;
  }),
  column('Subobject', 'Which part.', (object) => asText(involved(object)['fieldPath']), 1),
  column('Source', 'Who reported it.', reporter, 1),
  column('Message', 'What happened.', (object) => asText(object['message']).trim()),
  column('First Seen', 'When first.', (object, now) => ageOf(firstSeen(object), now), 1),
  column('Count', 'How often.', (object) => object['count'] ?? 1, 1),
  { ...nameColumn, priority: 1 },
];

/** Events as core/v1 has them; also the form that is stored. */
export const coreEventResource = builtIn({
  kind: 'Event',
  plural: 'events',
  shortNames: ['ev'],
  description: 'Something that happened to an object. Kept for an hour.',
  fields: {
    ...common,
    involvedObject: reference('The object that it is about.'),
    message: text('What happened, as a sentence.'),
    source,
    firstTimestamp: moment('When it was first observed.'),
    lastTimestamp: moment('When it was last observed.'),
    count: whole('How often it was observed.'),
    reportingComponent: text('The controller that reports it.'),
  },
  createOnUpdate: true,
  columns,
  selectable: {
    ...Object.fromEntries(
      INVOLVED_FIELDS.map((field) => [
        `involvedObject.${field}`,
        reader((object) => involved(object)[field]),
      ]),
    ),
    reason: reader((object) => object['reason']),
    type: reader((object) => object['type']),
    reportingComponent: reader((object) => object['reportingComponent']),
    source: reader((object) => asObject(object['source'])['component']),
  },
  alwaysPresent: ['involvedObject', 'source'],
});

/** The same events as events.k8s.io/v1 has them. */
export const eventResource = builtIn({
  group: 'events.k8s.io',
  kind: 'Event',
  plural: 'events',
  shortNames: ['ev'],
  description: 'Something that happened to an object. Kept for an hour.',
  fields: {
    ...common,
    regarding: reference('The object that it is about.'),
    note: text('What happened, as a sentence.'),
    deprecatedSource: source,
    deprecatedFirstTimestamp: moment('When it was first observed.'),
    deprecatedLastTimestamp: moment('When it was last observed.'),
    deprecatedCount: whole('How often it was observed.'),
    reportingController: text('The controller that reports it.'),
  },
  createOnUpdate: true,
  storage: coreEventResource.storage,
  view: {
    fromStored: (object) => rename(object, 'events.k8s.io/v1', toEventsApi),
    toStored: (object) => rename(object, 'v1', toCore),
  },
  columns: columns.map((column) => ({
    ...column,
    cell: (object, now) => column.cell(rename(object, 'v1', toCore), now),
  })),
  selectable: {
    ...Object.fromEntries(
      INVOLVED_FIELDS.map((field) => [
        `regarding.${field}`,
        reader((object) => asObject(object['regarding'])[field]),
      ]),
    ),
    reason: reader((object) => object['reason']),
    type: reader((object) => object['type']),
    reportingController: reader((object) => object['reportingController']),
  },
  alwaysPresent: ['regarding', 'deprecatedSource'],
  check: (object, old) => (old || asText(object['eventTime']) ? [] : [requiredValue('eventTime')]),
});

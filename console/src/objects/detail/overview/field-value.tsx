import { Badge, Code, Group, Stack, Text } from '@mantine/core';
import { stringify } from 'yaml';
import { Dash, Moment } from '../../../ui/cells/moment.tsx';
import { Count, Usd } from '../../../ui/cells/numbers.tsx';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { countText } from '../../../ui/text/format-number.ts';
import { shortText, shortTexts } from '../../../ui/text/short-text.ts';
import type { Shown } from './field-list.ts';

const WRAP = { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' } as const;

/** A field's value, to read. */
export function FieldValue({ shown }: { readonly shown: Shown }) {
  switch (shown.kind) {
    case 'none':
      return <Dash />;
    case 'text':
      return (
        <Text size="sm" component="span" style={WRAP}>
          {shown.text}
        </Text>
      );
    case 'lines':
      return (
        <Code block style={WRAP}>
          {shown.text}
        </Code>
      );
    case 'number':
      return (
        <Text size="sm" component="span">
          <Count value={shown.value} />
          {shown.unit === '%' ? '%' : ` ${shown.unit ?? ''}`}
        </Text>
      );
    case 'money':
      return (
        <Text size="sm" component="span">
          <Usd value={shown.value} />
        </Text>
      );
    case 'moment':
      return (
        <Text size="sm" component="span">
          <Moment at={shown.at} />
        </Text>
      );
    default:
      return <SeveralValues shown={shown} />;
  }
}

type Several = Extract<Shown, { readonly kind: 'links' | 'texts' | 'pairs' | 'structure' }>;

function SeveralValues({ shown }: { readonly shown: Several }) {
  switch (shown.kind) {
    case 'links':
      return (
        <Group gap="xs" fz="sm">
          {shown.ids.map((id) => (
            <ObjectLink key={id} collection={shown.collection} id={id} />
          ))}
        </Group>
      );
    case 'texts':
      return <Texts texts={[...new Set(shown.texts)]} />;
    case 'pairs':
      return (
        <Stack gap={2}>
          {shown.pairs.map(([name, value]) => (
            <Text key={name} size="sm" style={WRAP}>
              <Text span c="dimmed">
                {name}
              </Text>{' '}
              {value}
            </Text>
          ))}
        </Stack>
      );
    case 'structure':
      return (
        <Code block style={WRAP}>
          {shortText(stringify(shown.value), MOST_CHARACTERS)}
        </Code>
      );
  }
}

/** So many texts of a list, and so many characters of a structure, are drawn: the form and the YAML hold all. */
const MOST_TEXTS = 50;
const MOST_CHARACTERS = 20_000;

function Texts({ texts }: { readonly texts: readonly string[] }) {
  const { shown, left } = shortTexts(texts, MOST_TEXTS);
  return (
    <Group gap={6}>
      {shown.map((text, at) => (
        <Badge key={texts[at]} variant="default" fw={500} maw="100%">
          {text}
        </Badge>
      ))}
      {left > 0 && (
        <Text size="sm" c="dimmed" component="span">
          and {countText(left)} more
        </Text>
      )}
    </Group>
  );
}

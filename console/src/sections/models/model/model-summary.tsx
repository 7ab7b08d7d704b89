import { Alert, Anchor, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useKeptSearch } from '../../../address/use-go.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { countText, usdText } from '../../../ui/text/format-number.ts';
import { Usd } from '../../../ui/cells/numbers.tsx';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { Figure } from '../../../ui/figure.tsx';
import { checkText, useDeprecationCheck } from '../deprecation/deprecation-check.ts';
import { costOf, pricesOf } from './effective-prices.ts';

/** A request as one may imagine it, for a price that says something. */
const USUAL = { input: 1000, output: 500 };

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Who serves a model, what it costs, what else it is called, and whether it ends. */
export function ModelSummary({ object }: { readonly object: ApiObject }) {
  const prices = pricesOf(object);
  const example = prices && costOf(prices, USUAL);
  const aliases = (object['aliases'] ?? []) as readonly string[];
  return (
    <Stack gap="sm">
      <EndAlert model={object.id} />
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <Figure title="Provider" note={upstreamNote(object)}>
          <ObjectLink collection={RESOURCES.provider.collection} id={textOf(object['provider'])} />
        </Figure>
        <Figure title="A million tokens in">
          <Usd value={prices?.input_price_per_million} />
        </Figure>
        <Figure title="A million tokens out">
          <Usd value={prices?.output_price_per_million} />
        </Figure>
        <Figure
          title="A usual request"
          note={`${countText(USUAL.input)} tokens in, ${countText(USUAL.output)} out`}
        >
          {example === undefined ? 'Not known' : usdText(example)}
        </Figure>
      </SimpleGrid>
      {aliases.length > 0 && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          Clients may also ask for: {aliases.join(', ')}
        </Text>
      )}
    </Stack>
  );
}

const upstreamNote = ({ id, upstream_model: upstream }: ApiObject): string =>
  `Called ${textOf(upstream) ?? id} there`;

function EndAlert({ model }: { readonly model: string }) {
  const check = useDeprecationCheck(model);
  const search = { ...useKeptSearch(), model_name: model };
  if (!check || check.status === 'active') return null;
  const { title, text } = checkText(check);
  return (
    <Alert
      color={check.status === 'sunset' ? 'red' : 'yellow'}
      icon={<IconCalendarOff size={18} aria-hidden />}
      title={title}
    >
      <Text size="sm">{text}</Text>
      {check.message !== null && <Text size="sm">{check.message}</Text>}
      <Anchor
        size="sm"
        renderRoot={(props) => <Link {...props} to="/deprecations" search={search as never} />}
      >
        See the announcement
      </Anchor>
    </Alert>
  );
}

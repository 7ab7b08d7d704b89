import { parseJson } from '@aicp/common/json/parse-json';
import { readCohereFault } from '../../cohere/cohere-fault.ts';
import { Undecodable } from '../../format.ts';
import { countOf, definedOf, listOf, objectOf, textOf } from '../../json/members.ts';
import { areVectors, type EmbeddingsVendor } from './embeddings-between.ts';
import { toCoherePurpose } from './purposes.ts';

/**
 * Cohere's embeddings (https://docs.cohere.com/reference/embed). Cohere wants to know what a text is for: it is taken for a document that is searched, unless the
 * request says otherwise, by Cohere's own `input_type` or Google's `taskType`.
 */
export const cohereAnswered: EmbeddingsVendor = {
  dimensionsOf,
  atOnce: () => ({ texts: 96 }),
  write({ texts, dimensions, others }, model) {
    const purpose = textOf(others.input_type) ?? toCoherePurpose(others.taskType);
    const body = definedOf({
      ...{ model, texts },
      input_type: purpose ?? 'search_document',
      embedding_types: ['float'],
      output_dimension: dimensions,
      truncate: textOf(others.truncate),
    });
    const told = purpose === undefined ? [] : ['input_type', 'taskType'];
    return { body, told: [...told, 'truncate'] };
  },
  read(answer, { texts }) {
    const said = objectOf(parseJson(answer.toString()));
    const vectors = listOf(objectOf(said?.embeddings)?.float);
    if (vectors.length !== texts.length || !areVectors(vectors))
      throw new Undecodable('it has not a vector for each text');
    const billed = objectOf(objectOf(said?.meta)?.billed_units);
    return { vectors, tokens: countOf(billed?.input_tokens) };
  },
  readFault: readCohereFault,
};

function dimensionsOf(model: string): number {
  if (/-light\b/.test(model)) return 384;
  return /-v3\b/.test(model) ? 1_024 : 1_536;
}

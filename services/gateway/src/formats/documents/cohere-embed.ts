import { parseJson } from '@aicp/common/json/parse-json';
import { writeChatFault } from '../chat/chat-fault.ts';
import { readCohereFault } from '../cohere/cohere-fault.ts';
import { Undecodable } from '../format.ts';
import { countOf, definedOf, objectOf, textOf } from '../json/members.ts';
import type { DocumentTranslation } from './document-translation.ts';
import { readEmbeddingsRequest, vectorsIn, writeEmbeddings } from './embeddings-request.ts';

/**
 * OpenAI's embeddings as Cohere makes them (https://docs.cohere.com/reference/embed). Cohere wants to know what a text is for: it is taken for a document that is searched, unless the
 * request says otherwise by Cohere's own `input_type`.
 */
export const cohereEmbed: DocumentTranslation = {
  translate(body, { model }) {
    const asked = readEmbeddingsRequest(body, ['input_type', 'truncate']);
    const { texts, dimensions, isBase64, members, unread } = asked;
    const request = definedOf({
      ...{ model, texts },
      input_type: textOf(members.input_type) ?? 'search_document',
      embedding_types: ['float'],
      output_dimension: dimensions,
      truncate: textOf(members.truncate),
    });
    return {
      body: Buffer.from(JSON.stringify(request)),
      dropped: unread,
      answerOf(answer) {
        const said = objectOf(parseJson(answer.toString()));
        const vectors = vectorsIn(objectOf(said?.embeddings)?.float, texts.length);
        if (!vectors) throw new Undecodable('it has not a vector for each text');
        const billed = objectOf(objectOf(said?.meta)?.billed_units);
        const tokens = countOf(billed?.input_tokens);
        return writeEmbeddings(vectors, { model, tokens, isBase64 });
      },
    };
  },
  readFault: readCohereFault,
  writeFault: writeChatFault,
};

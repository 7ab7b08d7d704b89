/*
 * Words of Google's requests that nobody looks at: each has a short form that is known. What stands there and has another form may be any text, and a model may
 * read it.
 */

const NAME = /^[\w.:/-]{0,64}$/;
const TYPE = /^[A-Za-z0-9_/.+-]{0,64}$/;
const NONE = /^$/;
/** What only its vendor can read, and bytes of media. */
export const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** Words by the names of their members. */
export type Forms = ReadonlyMap<string, RegExp>;

const forms = (members: Readonly<Record<string, RegExp>>): Forms =>
  new Map(Object.entries(members));

export const FORMS_OF_CONTENT = forms({ role: /^(?:user|model|function)?$/ });
export const FORMS_OF_PART = forms({ thoughtSignature: BASE64, mediaResolution: TYPE });
/** Of a call, and of what was answered to one. */
export const FORMS_OF_CALL = forms({ name: NAME, id: NAME, scheduling: TYPE });
export const FORMS_OF_MEDIA = forms({ mimeType: TYPE });
/** Of tools, schemas and settings, however deep. */
export const FORMS_OF_SETTINGS = forms({
  ...{ name: NAME, mode: TYPE, type: TYPE, behavior: TYPE },
  ...{ responseMimeType: TYPE, thinkingLevel: TYPE, mediaResolution: TYPE },
  ...{ format: TYPE, category: TYPE, threshold: TYPE, method: TYPE, serviceTier: TYPE },
  ...{ pattern: NONE, $ref: /^#?$/, taskType: TYPE },
});

/** Of a request for embeddings; those of generateContent have neither. */
export const FORMS_OF_REQUEST = forms({ model: NAME, taskType: TYPE });

/** Members of the body that say how to answer. */
export const SETTINGS: ReadonlySet<string> = new Set([
  ...['tools', 'toolConfig', 'generationConfig', 'safetySettings', 'serviceTier'],
  'embedContentConfig',
]);
/** Members of schemas that hold what its writer made up. */
export const VALUES: ReadonlySet<string> = new Set([
  ...['default', 'const', 'enum', 'example', 'examples'],
]);

/** Members whose members have names of their own. */
export const OWN_NAMES: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', '$defs', 'defs', 'definitions', 'dependentSchemas'],
]);

/** Names of members that the API has, and that JSON Schema has. All other names are looked at. */
export const KNOWN_NAMES: ReadonlySet<string> = new Set(
  [
    ...[FORMS_OF_CONTENT, FORMS_OF_PART, FORMS_OF_CALL, FORMS_OF_MEDIA, FORMS_OF_SETTINGS].flatMap(
      (words) => [...words.keys()],
    ),
    ...OWN_NAMES,
    'content requests model taskType embedContentConfig outputDimensionality autoTruncate documentOcr audioTrackExtraction',
    'contents systemInstruction tools toolConfig generationConfig safetySettings labels',
    'parts text inlineData fileData functionCall functionResponse thought executableCode codeExecutionResult',
    'videoMetadata startOffset endOffset fps data fileUri displayName args response output error result',
    'code language outcome willContinue scheduling partialArgs functionDeclarations functionCallingConfig',
    'allowedFunctionNames retrievalConfig latLng latitude longitude languageCode description parameters',
    'parametersJsonSchema responseJsonSchema responseSchema behavior googleSearch googleSearchRetrieval',
    'dynamicRetrievalConfig dynamicThreshold codeExecution urlContext googleMaps computerUse environment',
    'maxOutputTokens temperature topP topK stopSequences seed candidateCount presencePenalty frequencyPenalty',
    'responseLogprobs logprobs responseModalities thinkingConfig includeThoughts thinkingBudget speechConfig',
    'enableEnhancedCivicAnswers audioTimestamp routingConfig modelConfig imageConfig aspectRatio imageSize',
    'items prefixItems enum const default example examples anyOf oneOf allOf not additionalProperties nullable title required',
    'propertyOrdering minItems maxItems uniqueItems minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum',
    'multipleOf minProperties maxProperties $id $schema $anchor $comment',
  ].flatMap((line) => line.split(' ')),
);

/** The same of answers. */
export const ANSWER_NAMES: ReadonlySet<string> = new Set([
  ...KNOWN_NAMES,
  ...[
    'finishMessage blockReasonMessage citationMetadata groundingMetadata urlContextMetadata groundingAttributions partMetadata',
    'citationSources citations startIndex endIndex uri license publicationDate searchEntryPoint renderedContent sdkBlob groundingChunks web domain',
    'groundingSupports groundingChunkIndices confidenceScores segment partIndex webSearchQueries retrievalMetadata urlMetadata retrievedUrl',
    'urlRetrievalStatus googleSearchDynamicRetrievalScore retrievedContext maps placeId jsonPath stringValue numberValue boolValue nullValue',
  ].flatMap((line) => line.split(' ')),
]);

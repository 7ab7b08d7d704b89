/*
 * Words of Google's requests that nobody looks at: each has a short form that is known. What stands there and has another form may be any text, and a model may
 * read it.
 */

const NAME = /^[\w.:/-]{0,64}$/;
const TYPE = /^[A-Za-z0-9_/.+-]{0,64}$/;
const NONE = /^$/;
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** Values by the names of their members. */
export const FORMS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    ...{ role: /^(?:user|model|function)?$/, name: NAME, id: NAME, mode: TYPE, type: TYPE },
    ...{ mimeType: TYPE, responseMimeType: TYPE, thinkingLevel: TYPE, mediaResolution: TYPE },
    ...{ format: TYPE, category: TYPE, threshold: TYPE, method: TYPE, serviceTier: TYPE },
    ...{ thoughtSignature: BASE64, pattern: NONE, $ref: /^#?$/ },
  }),
);

/** Members whose members have names of their own. */
export const OWN_NAMES: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', '$defs', 'defs', 'definitions', 'dependentSchemas'],
]);

/** Names of members that the API has, and that JSON Schema has. All other names are looked at. */
export const KNOWN_NAMES: ReadonlySet<string> = new Set(
  [
    ...FORMS.keys(),
    ...OWN_NAMES,
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

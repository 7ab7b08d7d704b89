"""What Presidio's own recognisers find in the set: `python presidio.py ../data findings.jsonl`. See README.md.

All its recognisers for the labels that are judged are on, whatever country they are of, and no text says its language. There is no model of language:
words are those of spaCy's blank tokenizer, so its context words work, and names of people, which are not judged, are not looked for.
"""

import inspect
import json
import sys
import time
from pathlib import Path

import spacy
import tldextract
from presidio_analyzer import AnalyzerEngine, PatternRecognizer, RecognizerRegistry, predefined_recognizers
from presidio_analyzer.nlp_engine import SpacyNlpEngine

#: From this score on a finding counts: that of a telephone number without context.
THRESHOLD = 0.4


class Words(SpacyNlpEngine):
    """Cuts a text into words. Each is its own lemma, in small letters."""

    def load(self) -> None:
        words = spacy.blank('en')

        @spacy.Language.component('own_lemmas')
        def own_lemmas(doc):
            for token in doc:
                token.lemma_ = token.text.lower()
            return doc

        words.add_pipe('own_lemmas')
        self.nlp = {'en': words}


def units(text: str, at: int) -> int:
    return len(text[:at].encode('utf-16-le')) // 2


def recognisers(labels: set[str]) -> list:
    found = []
    for _, kind in inspect.getmembers(predefined_recognizers, inspect.isclass):
        if not (issubclass(kind, PatternRecognizer) or kind.__name__ == 'PhoneRecognizer') or kind is PatternRecognizer:
            continue
        try:
            one = kind(supported_language='en')
        except TypeError:
            continue
        if labels & set(one.supported_entities):
            found.append(one)
    return found


def main() -> None:
    # The list of public suffixes that came with the package: none is fetched.
    tldextract.extract = tldextract.TLDExtract(suffix_list_urls=())
    lines = [json.loads(line) for name in ('open', 'held-back') for line in (Path(sys.argv[1]) / f'{name}.jsonl').open(encoding='utf-8')]
    labels = {span['label'] for line in lines for span in line['spans']}
    registry = RecognizerRegistry(recognizers=recognisers(labels), supported_languages=['en'])
    engine = Words()
    engine.load()
    analyzer = AnalyzerEngine(registry=registry, nlp_engine=engine, supported_languages=['en'], default_score_threshold=THRESHOLD)
    print('recognisers:', ', '.join(sorted(one.name for one in registry.recognizers)))
    began = time.process_time()
    with Path(sys.argv[2]).open('w', encoding='utf-8') as file:
        for line in lines:
            text = line['text'].replace('\0', '')
            results = [one for one in analyzer.analyze(text, language='en') if one.entity_type in labels]
            findings = [{'label': one.entity_type, 'start': units(text, one.start), 'end': units(text, one.end), 'score': one.score} for one in results]
            file.write(json.dumps({'id': line['id'], 'findings': findings}) + '\n')
    print(f'{len(lines)} texts, {time.process_time() - began:.1f} s of CPU')


main()

import type { workflowTemplate } from '@aicp/crds/workflow-template';
import type { z } from 'zod';

type Written = z.input<typeof workflowTemplate.spec>;

const ask = (id: string, name: string, prompt: string, rest: object = {}) => ({
  ...{ id, name, type: 'llm' as const, with: { prompt } },
  ...{ retry: { maxAttempts: 3, initialIntervalSeconds: 2 }, timeoutSeconds: 300 },
  ...rest,
});

const research: Written = {
  displayName: 'Research',
  type: 'research',
  description:
    'Plans questions about a topic, answers them, looks for what is weak in the answers, and writes a report.',
  inputSchema: {
    type: 'object',
    required: ['query'],
    properties: {
      query: { type: 'string', minLength: 1, description: 'What is to be found out.' },
      audience: { type: 'string', description: 'Who reads the report.' },
    },
  },
  steps: [
    ask(
      'plan',
      'Questions',
      'Topic: ${{ input.query }}\n\nList three to five questions that have to be answered to understand this topic. One a line, nothing else.',
    ),
    ask(
      'findings',
      'Answers',
      'Topic: ${{ input.query }}\n\nAnswer each of these questions with what you know. Say where you are not sure.\n\n${{ steps.plan.output.text }}',
    ),
    ask(
      'review',
      'Review',
      'Topic: ${{ input.query }}\n\nThese are answers of a colleague:\n\n${{ steps.findings.output.text }}\n\nName what is missing, contradictory or doubtful in them, and correct what is wrong.',
    ),
    ask(
      'report',
      'Report',
      'Write a report on "${{ input.query }}" for ${{ has(input.audience) ? input.audience : "a reader who is new to it" }}: a summary first, then the details, then what remains open.\n\nQuestions:\n${{ steps.plan.output.text }}\n\nAnswers:\n${{ steps.findings.output.text }}\n\nReview of the answers:\n${{ steps.review.output.text }}',
    ),
  ],
  output: {
    report: '${{ steps.report.output.text }}',
    questions: '${{ steps.plan.output.text }}',
    findings: '${{ steps.findings.output.text }}',
    review: '${{ steps.review.output.text }}',
  },
};

const LANGUAGE = '${{ has(input.language) ? input.language : "the language that suits it best" }}';

const coding: Written = {
  displayName: 'Coding',
  type: 'coding',
  description: 'Designs a program, writes it, reviews and tests it at the same time, and mends it.',
  inputSchema: {
    type: 'object',
    required: ['task'],
    properties: {
      task: { type: 'string', minLength: 1, description: 'What the program has to do.' },
      language: { type: 'string', description: 'Programming language.' },
    },
  },
  steps: [
    ask(
      'design',
      'Design',
      `Task: \${{ input.task }}\n\nDescribe in a few sentences how you would solve this in ${LANGUAGE}: the parts, the edge cases, and what can go wrong. No code yet.`,
    ),
    ask(
      'code',
      'First version',
      `Task: \${{ input.task }}\n\nWrite the program in ${LANGUAGE} by this design:\n\n\${{ steps.design.output.text }}\n\nAnswer with the code alone.`,
    ),
    {
      ...{ id: 'check', name: 'Check', type: 'parallel' },
      with: { steps: ['review', 'tests'] },
    },
    ask(
      'review',
      'Review',
      'Task: ${{ input.task }}\n\nReview this program. Name each fault and how to mend it.\n\n${{ steps.code.output.text }}',
    ),
    ask(
      'tests',
      'Tests',
      'Task: ${{ input.task }}\n\nWrite tests for this program, those of its edge cases first. Answer with the code alone.\n\n${{ steps.code.output.text }}',
    ),
    ask(
      'final',
      'Final version',
      'Task: ${{ input.task }}\n\nProgram:\n${{ steps.code.output.text }}\n\nReview:\n${{ steps.check.output.review.text }}\n\nTests:\n${{ steps.check.output.tests.text }}\n\nMend what the review names, and what the tests would find. Answer with the whole program alone.',
    ),
  ],
  output: {
    code: '${{ steps.final.output.text }}',
    tests: '${{ steps.check.output.tests.text }}',
    design: '${{ steps.design.output.text }}',
    review: '${{ steps.check.output.review.text }}',
  },
};

const dataAnalysis: Written = {
  displayName: 'Data analysis',
  type: 'data_analysis',
  description:
    'Describes data, looks for patterns and for what is unusual at the same time, and answers a question about it.',
  inputSchema: {
    type: 'object',
    required: ['data'],
    properties: {
      data: { description: 'The data: a text such as CSV, or JSON.' },
      question: { type: 'string', description: 'What is to be answered.' },
    },
  },
  steps: [
    {
      ...{ id: 'given', name: 'What is asked', type: 'transform' },
      with: {
        value: {
          question:
            '${{ has(input.question) ? input.question : "What are the most important insights?" }}',
          data: 'Data:\n${{ input.data }}',
        },
      },
    },
    ask(
      'profile',
      'Description',
      '${{ steps.given.output.data }}\n\nDescribe this data: its fields, its size, the range of each field, and what is missing or looks wrong.',
    ),
    {
      ...{ id: 'look', name: 'Look closer', type: 'parallel' },
      with: { steps: ['patterns', 'outliers'] },
    },
    ask(
      'patterns',
      'Patterns',
      '${{ steps.given.output.data }}\n\nDescription:\n${{ steps.profile.output.text }}\n\nWhich trends, groups and relations are in this data? Name the numbers that show them.',
    ),
    ask(
      'outliers',
      'Outliers',
      '${{ steps.given.output.data }}\n\nDescription:\n${{ steps.profile.output.text }}\n\nWhich values are unusual, and what could explain each of them?',
    ),
    ask(
      'answer',
      'Answer',
      'Answer this question about data: ${{ steps.given.output.question }}\n\nDescription:\n${{ steps.profile.output.text }}\n\nPatterns:\n${{ steps.look.output.patterns.text }}\n\nOutliers:\n${{ steps.look.output.outliers.text }}\n\nGive the answer first, then the numbers that support it, then how sure it is.',
    ),
  ],
  output: {
    answer: '${{ steps.answer.output.text }}',
    profile: '${{ steps.profile.output.text }}',
    patterns: '${{ steps.look.output.patterns.text }}',
    outliers: '${{ steps.look.output.outliers.text }}',
  },
};

/** The workflows that exist from the start, by name. They name no model: the default model of the installation works on them. */
export const INITIAL_WORKFLOWS: Readonly<Record<string, Written>> = {
  research,
  coding,
  'data-analysis': dataAnalysis,
};

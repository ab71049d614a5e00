import type { WriterTexts } from './writer-texts.ts'

export const englishTexts: WriterTexts = {
  headlines: ['A working guide: {topic}', 'Thinking it through: {topic}', 'From question to plan: {topic}'],
  openings: [
    'You ask about **{topic}**. The short answer: begin with what you can already see, name what would count as a good result, and take the smallest step that teaches you something. The rest of this page spells that out.',
    'There is more than one good way into **{topic}**, and most of them share the same bones. Below you will find what matters, an order in which to do it, and a few tools that make the work lighter.',
    'Before going into detail, it helps to say what **{topic}** is *not*: it is not one decision but several small ones, most of which can be undone. That takes away much of the weight.',
  ],
  earlier:
    'As to your earlier question about “{earlier}”: what was said there still holds, and the following builds on it.',
  pointsHeading: ['What matters most', 'The points that decide'],
  points: [
    {
      lead: '**{first}** deserves the first look',
      details: [
        'Write down what you know about it, and what you only suppose.',
        'A rough figure today is worth more than an exact one next month.',
      ],
    },
    {
      lead: 'Keep **{second}** in proportion',
      details: [
        'It is easily given either too much room or none.',
        'Ask what would change if it were left out altogether.',
      ],
    },
    {
      lead: 'Say early what a good result looks like',
      details: [
        'One sentence is enough.',
        'If two people read that sentence differently, it is not finished yet.',
      ],
    },
    {
      lead: 'Talk about **{third}** with someone who has done it',
      details: [
        'Half an hour of theirs saves days of yours.',
        'Bring one concrete question, not ten vague ones.',
      ],
    },
    {
      lead: 'Leave room for being wrong',
      details: [
        'Decisions that can be undone may be made quickly.',
        'Those that cannot deserve a night’s sleep.',
      ],
    },
  ],
  stepsHeading: ['Step by step', 'An order that works'],
  steps: [
    'Describe the present state in five lines, with **{first}** in the first of them.',
    'List what limits you: time, money, people, knowledge. Strike out whatever is only habit.',
    'Sketch two ways forward that truly differ, not one way and a straw man.',
    'Try the cheaper one on a small scale, and write down *beforehand* what you expect.',
    'Compare what happened with what you expected; the difference is what you have learnt.',
    'Decide, tell everyone concerned, and set a date on which you will look at it again.',
  ],
  tableHeading: ['Three ways compared', 'The options side by side'],
  tableHead: ['Way', 'Good when', 'Watch out for'],
  tableRows: [
    ['Small trial', 'much is still unknown', 'trials that never end'],
    ['Detailed plan', 'mistakes would be costly', 'plans that outlive their reasons'],
    ['Copy what works', 'others have solved it well', 'differences that do not show at first'],
    ['Ask an expert', '{second} is new to you', 'advice that fits someone else'],
  ],
  quotes: [
    'A plan is a guess that has been written down so that it can be corrected.',
    'What is measured gets attention; so measure what deserves it.',
    'The best time to simplify is before there is anything to simplify.',
  ],
  codeHeading: 'A few tools',
  code: {
    typescript: 'Notes gathered along the way can be grouped in TypeScript:',
    python: 'A moving average in Python smooths figures that jump about:',
    sql: 'If the notes live in a database, one query shows where the weight lies:',
    bash: 'On the command line, the words that come up most are quickly counted:',
    rust: 'The median is calmer than the mean when there are outliers; in Rust:',
    json: 'A review can be agreed on in a few lines of JSON:',
  },
  formulaHeading: 'A little mathematics',
  formulas: {
    average:
      'With $n$ observations $x_1, \\dots, x_n$, the mean and the variance tell how typical and how reliable a figure is:',
    evidence: 'How much an observation $B$ should change your belief in $A$ is what Bayes’ rule says:',
    growth: 'Something that grows by a rate $r$, counted $n$ times a year, becomes after $t$ years:',
    distance: 'When options are judged by $m$ marks with weights $w_k$, their distance is:',
  },
  diagramHeading: 'The whole at a glance',
  diagram: {
    ask: 'Question',
    gather: 'Gather what is known',
    attempt: 'Small trial',
    enough: 'Good enough?',
    yes: 'yes',
    no: 'not yet',
    keep: 'Keep and review',
  },
  checklistHeading: 'Before you begin',
  checklist: [
    'The question is written down: {topic}',
    'Everyone concerned has read it',
    'A date for the first review is set',
    'It is clear who decides about {first}',
    'There is a way back if it fails',
  ],
  closings: [
    'If you tell me more about **{first}**, the next answer can be more exact.',
    'Start with the first step today; it takes less than twenty minutes.',
    'Which of these ways fits you best? With that, the plan can be drawn in detail.',
  ],
  footnote:
    'This text was put together by a sandbox model out of the words of the question. No real language model was asked.',
  linkText: 'how Markdown is written',
}

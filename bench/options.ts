import { parseArgs } from 'node:util'

const parts = [
  'streaming',
  'questions',
  'balances',
  'pages',
  'start',
  'idle',
  'sign-ins',
  'lists',
  'history',
  'reports',
  'jobs',
  'chat',
  'canvas',
  'retrieval',
  'documents',
  'sheets',
  'together',
  'rendering',
] as const
export type Part = (typeof parts)[number]

export type Options = {
  /** Numbers of concurrent chats, one measurement each. */
  chats: number[]
  rounds: number
  /** Number of chats in the deployment whose history and search are measured. */
  historyChats: number
  /** Number of charges in the year whose reports are measured. */
  reportQuestions: number
  /** Folder of the question sets for file search, and the number of passages for its speed. */
  questionSets: string
  passages: number
  /** The models.yaml whose embedding model that search uses; null for the sandbox's. */
  modelsFile: string | null
  parts: readonly Part[]
  /** An additional JSON file for the figures. */
  json: string | null
  /** The folder of another checkout whose server is measured in turn with this one. */
  against: string | null
  /** How many processes of this checkout serve requests (`ATRIUM_PROCESSES`); the other checkout has one. */
  processes: number
  /** A folder for a profile of Atrium's processor time. */
  profile: string | null
}

export const help = `Measures Atrium beside its goals, on this machine as it is now.

  --chats 1,50,200,500   how many chats stream at once
  --rounds 3             rounds of each; the median counts
  --history-chats 100000 chats of the deployment whose history and search are measured
  --report-questions 1000000  charges in the year whose reports are measured
  --question-sets FOLDER question sets with judgements for the search in files
  --passages 100000      passages of the files in which that search is timed; 0 leaves it out
  --models-file FILE     a models.yaml whose embedding model that search uses in place of the sandbox's
  --only PART            one of ${parts.join(', ')}; may be given more than once, or as words alone
  --json FILE            write the figures there, too
  --against FOLDER       another checkout with its packages installed: streaming and questions alternate between its server and this one
  --processes 1          how many processes of this checkout serve the chats that stream; the other checkout has one
  --profile FOLDER       write a CPU profile of Atrium while it streams there
  --help                 this text`

/** Parses the arguments after `npm run bench --`; null for help. Throws for invalid arguments. */
export function readOptions(args: string[]): Options | null {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      chats: { type: 'string', default: '1,50,200,500' },
      rounds: { type: 'string', default: '3' },
      'question-sets': { type: 'string', default: '../shared/fixtures/retrieval' },
      passages: { type: 'string', default: '100000' },
      'models-file': { type: 'string' },
      'history-chats': { type: 'string', default: '100000' },
      'report-questions': { type: 'string', default: '1000000' },
      only: { type: 'string', multiple: true },
      json: { type: 'string' },
      profile: { type: 'string' },
      against: { type: 'string' },
      processes: { type: 'string', default: '1' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return null
  const only = [...(values.only ?? []), ...positionals]
  return {
    chats: values.chats.split(',').map((text) => wholeNumber('--chats', text, 2000)),
    rounds: wholeNumber('--rounds', values.rounds, 100),
    historyChats: wholeNumber('--history-chats', values['history-chats'], 10_000_000),
    reportQuestions: wholeNumber('--report-questions', values['report-questions'], 10_000_000),
    questionSets: values['question-sets'],
    passages: values.passages === '0' ? 0 : wholeNumber('--passages', values.passages, 10_000_000),
    parts: only.length > 0 ? only.map(partOf) : parts,
    modelsFile: values['models-file'] ?? null,
    json: values.json ?? null,
    profile: values.profile ?? null,
    against: values.against ?? null,
    processes: wholeNumber('--processes', values.processes, 8),
  }
}

function partOf(text: string): Part {
  // Loading was called 'bundle' before paints were measured with it.
  const part = parts.find((one) => one === text) ?? (text === 'bundle' ? 'pages' : undefined)
  if (!part) throw new RangeError(`--only should be one of ${parts.join(', ')}, not ${text}.`)
  return part
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new RangeError(`${name} should be whole numbers from 1 to ${most}, not ${text}.`)
  return value
}

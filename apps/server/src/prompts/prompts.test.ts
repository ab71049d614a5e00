import { mintId, type NewPrompt, type PromptSource, type RoomId } from '@atrium/contract'
import {
  ApiFailure,
  call,
  codeOf,
  colleagueOf,
  startWorld,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { eraseDeletedPrompts } from './delete-prompt.ts'

let world: World
let kim: TestPerson
let grace: TestPerson
let roomId: RoomId
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
afterAll(() => world.close())
/** A team of an owner and a member; the owner has a private room. */
beforeEach(async () => {
  kim = await world.signUp()
  grace = await colleagueOf(world, kim, { name: 'Grace Hopper' })
  const { data } = await call('createRoom', kim.api, {
    params: { accountId: kim.accountId },
    body: { name: 'Board', access_type: 'PRIVATE' },
  })
  roomId = data.id
})

const letter = { title: 'A letter', promptText: 'Write to #{name}# about #{topic: in a word}#.' }
const create = async (person: TestPerson, given: Partial<NewPrompt> = {}) =>
  (await call('createPrompt', person.api, { body: { ...letter, ...given } })).data
const list = async (person: TestPerson, query: Record<string, string>) =>
  await call('listPrompts', person.api, { query: { page_size: '50', ...query } })
const titles = async (person: TestPerson, source: PromptSource, query = {}) =>
  (await list(person, { source, ...query })).data.map(({ title }) => title)
const open = (person: TestPerson, promptId: string) =>
  call('openPrompt', person.api, { params: { promptId }, query: {} })

test('LIB-06 prompts without parameters are the first 20 starred ones; an item has chatId, promptText, starred and source', async () => {
  const { promptId } = await create(kim)
  const ask = async (path: string) => {
    const headers = { authorization: `Bearer ${kim.api.token}`, 'workspace-id': kim.accountId }
    return (await fetch(`${world.url}/api${path}`, { headers })).json() as Promise<unknown>
  }
  expect(await ask('/prompts')).toMatchObject({ isError: false, data: [], count: 0 })
  await call('starPrompt', kim.api, { params: { promptId }, body: { starred: true } })
  const item = { promptId, chatId: null, promptText: letter.promptText, starred: true, source: 'mine' }
  for (const path of ['/prompts', '/prompts?page=1&source=starred&page_size=20'])
    expect(await ask(path)).toMatchObject({ data: [item], count: 1 })
  expect(await ask('/prompts/tags')).toMatchObject({ data: [] })
  expect(await ask('/collections')).toMatchObject({ data: [] })
})

test('LIB-01 LIB-03 a template is its owner’s alone until it is shared with a room or the account', async () => {
  const { promptId } = await create(kim)
  expect(await titles(grace, 'mine')).toEqual([])
  expect(await codeOf(open(grace, promptId))).toBe('NOT_FOUND')
  const share = (body: object) => call('changePrompt', kim.api, { params: { promptId }, body })
  await share({ source: 'room', roomId })
  expect(await codeOf(open(grace, promptId))).toBe('NOT_FOUND')
  expect(await titles(kim, 'room')).toEqual([])
  expect((await call('listPrompts', { ...kim.api, roomId }, { query: { source: 'room' } })).count).toBe(1)
  await share({ source: 'account' })
  expect(await titles(grace, 'account')).toEqual(['A letter'])
  expect((await open(grace, promptId)).data.prompt).toMatchObject({
    mayEdit: false,
    owner: { id: kim.userId },
    source: 'account',
  })
  await share({ source: 'mine' })
  expect(await titles(grace, 'account')).toEqual([])
})

test('LIB-03 owner and admins change, members use and star; only the owner decides who has it', async () => {
  const { promptId } = await create(grace, { source: 'account' })
  const other = await colleagueOf(world, kim)
  const change = (person: TestPerson, body: object) =>
    call('changePrompt', person.api, { params: { promptId }, body })
  expect(await codeOf(change(other, { title: 'Mine' }))).toBe('FORBIDDEN')
  expect(await codeOf(call('deletePrompt', other.api, { params: { promptId } }))).toBe('FORBIDDEN')
  expect(await codeOf(call('listPromptVersions', other.api, { params: { promptId } }))).toBe('FORBIDDEN')
  expect((await change(kim, { title: 'By an admin' })).data).toMatchObject({ version: 2, mayEdit: true })
  expect(await codeOf(change(kim, { source: 'mine' }))).toBe('FORBIDDEN')
  await call('starPrompt', other.api, { params: { promptId }, body: { starred: true } })
  expect([await titles(other, 'starred'), await titles(kim, 'starred')]).toEqual([['By an admin'], []])
})

test('LIB-03 a template of a private room is refused to people outside it, and to its owner who lost the room', async () => {
  const body = [{ id: grace.userId, membership_type: 'MEMBER' as const }]
  expect(await codeOf(create(grace, { source: 'room', roomId }))).toBe('NOT_FOUND')
  await call('addRoomMembers', kim.api, { params: { roomId }, body })
  const { promptId } = await create(grace, { source: 'room', roomId })
  expect((await open(kim, promptId)).data.prompt.mayEdit).toBe(true)
  await call('removeRoomMember', kim.api, { params: { roomId, userId: grace.userId } })
  expect(await codeOf(open(grace, promptId))).toBe('NOT_FOUND')
  expect(await titles(grace, 'mine')).toEqual([])
})

test('LIB-02 a use keeps the values of its variables for the person, and counts for everybody', async () => {
  const { promptId } = await create(kim, { source: 'account' })
  const values = { name: 'Ada', topic: 'tea', stranger: 'x' }
  const use = (person: TestPerson) =>
    call('usePrompt', person.api, { params: { promptId }, body: { values } })
  expect((await use(grace)).data.useCount).toBe(1)
  expect((await use(grace)).data.useCount).toBe(2)
  expect((await open(grace, promptId)).data.lastValues).toEqual({ name: 'Ada', topic: 'tea' })
  expect((await open(kim, promptId)).data).toMatchObject({ lastValues: {}, prompt: { useCount: 2 } })
})

test('LIB-03 each change of the text is a version, and an earlier one can be restored', async () => {
  const { promptId } = await create(kim)
  const params = { promptId }
  await call('changePrompt', kim.api, { params, body: { promptText: 'Write.', version: 1 } })
  expect(
    await codeOf(call('changePrompt', kim.api, { params, body: { promptText: 'Late.', version: 1 } })),
  ).toBe('CONFLICT')
  await call('changePrompt', kim.api, { params, body: { tags: ['mail'] } })
  const versions = async () =>
    (await call('listPromptVersions', kim.api, { params })).data.map(({ promptText }) => promptText)
  expect(await versions()).toEqual(['Write.', letter.promptText])
  const restored = await call('restorePromptVersion', kim.api, { params: { promptId, version: '1' } })
  expect(restored.data).toMatchObject({ promptText: letter.promptText, version: 3, tags: ['mail'] })
  expect(await versions()).toEqual([letter.promptText, 'Write.', letter.promptText])
  expect(await codeOf(call('restorePromptVersion', kim.api, { params: { promptId, version: '9' } }))).toBe(
    'NOT_FOUND',
  )
})

test('LIB-03 a deleted template is gone, can be restored, and is erased after 30 days', async () => {
  const { promptId } = await create(kim)
  const params = { promptId }
  await call('starPrompt', kim.api, { params, body: { starred: true } })
  await call('deletePrompt', kim.api, { params })
  expect([await titles(kim, 'mine'), await titles(kim, 'starred')]).toEqual([[], []])
  expect(await codeOf(open(kim, promptId))).toBe('NOT_FOUND')
  await call('restorePrompt', kim.api, { params })
  expect(await titles(kim, 'starred')).toEqual(['A letter'])
  await call('deletePrompt', kim.api, { params })
  await sql`update prompt set deleted_at = now() - interval '31 days' where id = ${promptId}`.execute(
    world.database.kysely,
  )
  expect(await codeOf(call('restorePrompt', kim.api, { params }))).toBe('NOT_FOUND')
  expect(await eraseDeletedPrompts(world.database)).toBe(1)
  const left = await sql`select from prompt_person where prompt_id = ${promptId}`.execute(
    world.database.kysely,
  )
  expect(left.rows).toEqual([])
})

test('LIB-06 several tags filter at once, a search finds templates with all of its words, in any script', async () => {
  await create(kim, { title: 'Réunion', tags: ['mail', 'team'], collection: 'Meetings' })
  await create(kim, { title: 'رسالة إلى العميل', tags: ['mail'] })
  expect(await titles(kim, 'mine', { tags: 'team,mail' })).toEqual(['Réunion'])
  expect(await titles(kim, 'mine', { search: 'write REUNION' })).toEqual(['Réunion'])
  expect(await titles(kim, 'mine', { search: 'رساله الى' })).toEqual(['رسالة إلى العميل'])
  expect(await titles(kim, 'mine', { search: 'reunion absent' })).toEqual([])
  expect(await titles(kim, 'mine', { search: '100%_' })).toEqual([])
  expect(await titles(kim, 'mine', { collection: 'Meetings' })).toEqual(['Réunion'])
  const query = { source: 'mine' as const }
  expect((await call('listPromptTags', kim.api, { query })).data).toEqual([
    { tag: 'mail', promptCount: 2 },
    { tag: 'team', promptCount: 1 },
  ])
  expect((await call('listCollections', kim.api, { query })).data).toEqual([
    { collection: 'Meetings', promptCount: 1 },
  ])
})

test('LIB-01 pages hold every template once, those used last first', async () => {
  for (const title of ['1', '2', '3']) await create(kim, { title })
  const [, , first] = (await list(kim, { source: 'mine' })).data
  await call('usePrompt', kim.api, { params: { promptId: first?.promptId ?? '' }, body: { values: {} } })
  const page = async (number: string) =>
    (await list(kim, { source: 'mine', page: number, page_size: '2' })).data.map(({ title }) => title)
  expect([...(await page('1')), ...(await page('2'))]).toEqual(['1', '3', '2'])
  expect(await page('3')).toEqual([])
})

test('LIB-04 people star and use templates of Atrium’s own library, in their language, as others', async () => {
  const { data, count } = await list(kim, { source: 'atrium', language: 'fr' })
  const [template] = data
  expect(count).toBeGreaterThan(0)
  expect(template).toMatchObject({ source: 'atrium', language: 'fr', mayEdit: false, owner: null })
  const params = { promptId: template?.promptId ?? '' }
  await call('starPrompt', kim.api, { params, body: { starred: true } })
  await call('usePrompt', kim.api, { params, body: { values: { sujet: 'thé' } } })
  await create(kim)
  expect(await titles(kim, 'starred', { language: 'fr' })).toEqual([template?.title])
  expect((await call('openPrompt', kim.api, { params, query: { language: 'fr' } })).data).toMatchObject({
    prompt: { starred: true, useCount: 1 },
    lastValues: { sujet: 'thé' },
  })
  expect(await codeOf(call('changePrompt', kim.api, { params, body: { title: 'Mine' } }))).toBe('FORBIDDEN')
  const groups = await call('listCollections', kim.api, { query: { source: 'starred', language: 'fr' } })
  expect(groups.data).toEqual([{ collection: template?.collection, promptCount: 1 }])
})

test('LIB-03 a template names the chat that it was saved from, to its owner alone', async () => {
  world.model.script('*', [{ text: 'Tea.' }, { finish: 'stop' }])
  const { chatId, response } = await kim.ask('Which tea?')
  await response.text()
  const { promptId } = await create(kim, { source: 'account', chatId })
  expect((await open(kim, promptId)).data.prompt.chatId).toBe(chatId)
  expect((await open(grace, promptId)).data.prompt.chatId).toBeNull()
  expect(await codeOf(create(grace, { chatId }))).toBe('NOT_FOUND')
  expect(await codeOf(create(kim, { chatId: mintId('chat') }))).toBe('NOT_FOUND')
})

test('ACC-08 LIB-03 the audit log names what is shared, and nothing of a private room', async () => {
  const { promptId } = await create(kim)
  const params = { promptId }
  await call('changePrompt', kim.api, { params, body: { source: 'room', roomId } })
  await call('changePrompt', kim.api, { params, body: { source: 'account' } })
  await call('deletePrompt', kim.api, { params })
  await call('restorePrompt', kim.api, { params })
  const { data } = await call('listAudit', kim.api, {
    params: { id: kim.accountId },
    query: { object_type: 'prompt' },
  })
  expect(data.map(({ action, details }) => [action, details['name'] ?? null])).toEqual([
    ['prompt.restored', 'A letter'],
    ['prompt.deleted', 'A letter'],
    ['prompt.shared', 'A letter'],
    ['prompt.shared', null],
  ])
})

test('LIB-03 input that is no template is refused with the field', async () => {
  const issuesOf = async (given: object) => {
    const error: unknown = await create(kim, given).catch((reason: unknown) => reason)
    return error instanceof ApiFailure ? error.reply.issues?.map(({ path }) => path) : null
  }
  expect(await issuesOf({ title: ' ' })).toEqual(['body.title'])
  expect(await issuesOf({ promptText: '\n' })).toEqual(['body.promptText'])
  expect(await issuesOf({ tags: ['a,b'] })).toEqual(['body.tags.0'])
  expect(await issuesOf({ source: 'room' })).toEqual(['body.roomId'])
  const many = Array.from({ length: 51 }, (_, index) => `#{v${index}}#`).join('')
  expect(await issuesOf({ promptText: many })).toEqual(['body.promptText'])
})

test('results per version count questions, people, ratings and median credits of people who used it, for those who may edit it', async () => {
  world.model.script('*', [{ text: 'Tea.' }, { finish: 'stop' }])
  const { promptId } = await create(kim, { source: 'account' })
  const versions = async (person: TestPerson) =>
    (await call('listPromptVersions', person.api, { params: { promptId } })).data
  const none = { questionCount: 0, personCount: 0, goodCount: 0, badCount: 0, medianCredits: null }
  expect(await versions(kim)).toMatchObject([{ version: 1, results: none }])
  const ask = async (person: TestPerson, version: number, isTemporary = false) => {
    const { chatId, turnId, response } = await person.ask('Which tea?', {
      template: { promptId, version },
      isTemporary,
    })
    expect(await response.text()).toContain('[DONE]')
    return { chatId, turnId }
  }
  await ask(grace, 1)
  expect(await versions(kim)).toMatchObject([{ results: none }])
  for (const person of [kim, grace])
    await call('usePrompt', person.api, { params: { promptId }, body: { values: {} } })
  const rated = await ask(grace, 1)
  await ask(kim, 1)
  await ask(kim, 1, true)
  await call('changePrompt', kim.api, { params: { promptId }, body: { promptText: 'Which tea, #{name}#?' } })
  await ask(kim, 2)
  await call('rateAnswer', grace.api, { params: rated, body: { rating: 'up' } })
  const [second, first] = await versions(kim)
  expect(second).toMatchObject({ version: 2, results: { questionCount: 1, personCount: 1, goodCount: 0 } })
  expect(first).toMatchObject({
    version: 1,
    results: { questionCount: 3, personCount: 2, goodCount: 1, badCount: 0 },
  })
  expect(first?.results.medianCredits).toBeGreaterThan(0)
  expect(await codeOf(versions(grace))).toBe('FORBIDDEN')
  const stranger = await world.signUp()
  expect(await codeOf(versions(stranger))).toBe('NOT_FOUND')
})

const exported = async (person: TestPerson, query: string) => {
  const headers = { authorization: `Bearer ${person.api.token}`, 'workspace-id': person.accountId }
  return await fetch(`${world.url}/api/prompts/export?${query}`, { headers })
}

test('an export holds exactly the templates of the list, and its import elsewhere makes equal ones, once', async () => {
  const tea = {
    title: 'Tea',
    promptText: '=Which tea,\n"#{kind: a | b}#"?',
    description: '@home',
    tags: ['hot', 'drink'],
    collection: 'Menu',
    language: 'en' as const,
    modelId: 'test-model',
    modifiers: { audience: 'Guests' },
  }
  await create(kim, tea)
  await create(kim, { title: 'Minutes', promptText: 'Sum up.', source: 'account' })
  await create(kim, { title: 'Secret', promptText: 'Of the board.', source: 'room', roomId })

  const file = await exported(kim, 'source=mine&tags=hot')
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="question-library.json"')
  const { templates } = (await file.json()) as { templates: NewPrompt[] }
  expect(templates).toEqual([tea])
  const ofAccount = (await (await exported(grace, 'source=account')).json()) as { templates: NewPrompt[] }
  expect(ofAccount.templates.map(({ title }) => title)).toEqual(['Minutes'])
  expect((await exported(grace, 'source=room&format=csv')).headers.get('content-type')).toBe(
    'text/csv; charset=utf-8',
  )
  const secret = await (await exported(grace, 'source=room&format=csv')).text()
  expect(secret).toBe('Title,Question,Description,Tags,Collection,Language,Model\r\n')
  expect(await (await exported(kim, 'source=mine&tags=hot&format=csv')).text()).toContain(
    `Tea,"'=Which tea,\n""#{kind: a | b}#""?",'@home,"hot, drink",Menu,en,test-model\r\n`,
  )

  const bring = async () =>
    (await call('importPrompts', grace.api, { body: { templates: [...templates, ...templates] } })).data
  expect(await bring()).toEqual({ createdCount: 1, skippedCount: 1 })
  expect(await bring()).toEqual({ createdCount: 0, skippedCount: 2 })
  const [copy] = (await list(grace, { source: 'mine' })).data
  expect(copy).toMatchObject({ ...tea, version: 1, useCount: 0, starred: false, mayEdit: true })
})

test('an import with one bad template creates none and names it; into a room it needs the room', async () => {
  const good = { title: 'Good', promptText: 'Which?' }
  const refusal = await call('importPrompts', kim.api, {
    body: { templates: [good, { title: 'Bad', promptText: ' ' }] },
  }).catch((error: unknown) => error)
  expect(refusal instanceof ApiFailure && refusal.reply.issues?.map(({ path }) => path)).toEqual([
    'body.templates.1.promptText',
  ])
  expect(
    await codeOf(call('importPrompts', grace.api, { body: { templates: [good], source: 'room', roomId } })),
  ).toBe('NOT_FOUND')
  expect(await titles(kim, 'mine')).toEqual([])
  expect(await titles(grace, 'mine')).toEqual([])
})

test('an export of more than a page has each template once', async () => {
  const templates = Array.from({ length: 450 }, (_, index) => ({ title: `T ${index}`, promptText: 'Which?' }))
  const { data } = await call('importPrompts', kim.api, { body: { templates } })
  expect(data.createdCount).toBe(450)
  const file = (await (await exported(kim, 'source=mine')).json()) as { templates: NewPrompt[] }
  expect(file.templates.map(({ title }) => title).toSorted()).toEqual(
    templates.map(({ title }) => title).toSorted(),
  )
})

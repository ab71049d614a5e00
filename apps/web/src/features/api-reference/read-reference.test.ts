import { contract } from '@atrium/contract'
import { describeApi } from '../../../../server/src/platform/http/open-api.ts'
import { expect, test } from 'vitest'
import type { ApiDocument } from './api-document.ts'
import { fieldsOf, typeOf } from './describe-schema.ts'
import { type Call, findCalls, readReference } from './read-reference.ts'

const document = describeApi(Object.values(contract), { main: '/api', stream: '/stream', root: '' })
const groups = readReference(document as unknown as ApiDocument)
const calls = groups.flatMap((group) => group.calls)
const called = (name: string) => calls.find((call) => call.name === name) as Call

test('API-03 the reference lists every call of the contract once, under its section', () => {
  expect(calls.map((call) => call.name).toSorted()).toEqual(Object.keys(contract).toSorted())
  expect(groups.map((group) => group.path)).toEqual(
    expect.arrayContaining([
      '/',
      '/api/auth',
      '/api/user',
      '/api/accounts',
      '/api/sessions',
      '/stream/answer',
    ]),
  )
  expect(called('getOpenApi').path).toBe('/api/openapi.json')
})

test('API-03 parameters have their location, type and default', () => {
  expect(called('listHistory').parameters).toEqual(
    expect.arrayContaining([
      { name: 'page_size', place: 'query', type: 'integer 1–100', isRequired: false, note: '', preset: '20' },
      {
        name: 'order',
        place: 'query',
        type: '"asc" | "desc"',
        isRequired: false,
        note: '',
        preset: '"desc"',
      },
    ]),
  )
  expect(called('getChat').parameters[0]).toMatchObject({
    name: 'chatId',
    place: 'path',
    type: 'chat_…',
    isRequired: true,
  })
})

test('API-03 fields are shown with their full path, through lists and unions', () => {
  const asked = called('askQuestion')
  const typeIn = (fields: { name: string; type: string }[] | undefined, name: string) =>
    fields?.find((field) => field.name === name)?.type
  expect(typeIn(asked.body?.fields, 'ask.kind')).toBe('"question" | "regenerate" | "continue"')
  expect(typeIn(asked.body?.fields, 'ask.turnId')).toBe('turn_…')
  expect(typeIn(asked.body?.fields, 'parentTurnId')).toBe('turn_… | null')
  expect(asked.reply?.mediaType).toBe('text/event-stream')
  expect(typeIn(called('getChat').reply?.fields, 'message.turns[].question.text')).toBe('string')
  expect(called('askQuestion').errors).toContainEqual({
    status: '402',
    codes: ['NOT_ENOUGH_CREDITS', 'CREDITS_EXHAUSTED'],
  })
})

test.each([
  [{ const: false }, 'false'],
  [{ enum: ['a', 1] }, '"a" | 1'],
  [{ enum: [1, 2, 3, 4, 5, 6, 7, 8, 9] }, '1 | 2 | 3 | … +6'],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
  [{ type: 'string', maxLength: 80 }, 'string ≤ 80'],
  [{ type: 'string', format: 'date-time', pattern: '^x' }, 'date-time'],
  [{ $ref: '#/components/schemas/ErrorReply' }, 'ErrorReply'],
  [{ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, 'integer'],
  [{}, 'any'],
])('API-03 the type of %j is shown as %s', (schema, received) => {
  expect(typeOf(schema)).toBe(received)
})

test('API-03 a field that union members share is listed once', () => {
  const kind = { type: 'object', properties: { kind: { const: 'a' } }, required: ['kind'] }
  expect(fieldsOf({ oneOf: [kind, kind] })).toEqual([{ name: 'kind', type: '"a"', isRequired: true }])
})

test('API-03 calls are found by any words of name, method, path or summary', () => {
  const found = (text: string) =>
    findCalls(groups, text).flatMap((group) => group.calls.map((call) => call.name))
  expect(found('DELETE /sessions running')).toEqual(['deleteChat'])
  expect(found('  stops  answer ')).toContain('stopAnswer')
  expect(found('no such call')).toEqual([])
  expect(found('')).toHaveLength(calls.length)
})

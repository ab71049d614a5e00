import { mintId, type ToolServer } from '@atrium/contract'
import { expect, test } from 'vitest'
import {
  draftOf,
  looksLikeHeader,
  looksLikePrefix,
  looksLikeUrl,
  newServer,
  prefixOf,
  toAdd,
  toChange,
  toTest,
} from './server-draft.ts'

const stored: ToolServer = {
  id: mintId('tool-server'),
  name: 'Wiki',
  prefix: 'wiki',
  url: 'https://wiki.example/mcp',
  installedName: null,
  headers: ['X-Key'],
  headersSetAt: null,
  signIn: null,
  isEnabled: true,
  sandbox: false,
  revision: 3,
  problem: null,
  checkedAt: null,
  tools: [],
}

test.each([
  ['Wiki', 'wiki'],
  ['Café Ünïcode 24', 'cafeunicode24'],
  ['365 Mail', 'mail'],
  ['工具', ''],
  ['A very long name of a server', 'averylongnameofaserv'],
])('JOB-04 the prefix of %j is %j', (name, prefix) => expect(prefixOf(name)).toBe(prefix))

test('JOB-04 the form accepts what the server accepts', () => {
  expect([looksLikeUrl('https://a.example/mcp'), looksLikeUrl('ftp://a.example'), looksLikeUrl('a')]).toEqual(
    [true, false, false],
  )
  expect([looksLikePrefix('a1'), looksLikePrefix('1a'), looksLikePrefix('')]).toEqual([true, false, false])
  expect(looksLikeHeader({ ...newServer, headerValue: 'Bearer x' })).toBe(true)
  expect(looksLikeHeader({ ...newServer, headerName: 'a b', headerValue: 'x' })).toBe(false)
  expect(looksLikeHeader({ ...newServer, headerValue: 'é' })).toBe(false)
})

test('JOB-04 an edit sends only what changed, and no stored header again', () => {
  const draft = draftOf(stored)
  expect(toChange(draft, stored)).toEqual({ revision: 3 })
  expect(toChange({ ...draft, name: ' Wiki 2 ', headerValue: 'k' }, stored)).toEqual({
    revision: 3,
    name: 'Wiki 2',
    headers: [{ name: 'X-Key', value: 'k' }],
  })
  expect(toTest(draft, stored)).toEqual({ url: stored.url, serverId: stored.id })
  expect(toAdd({ ...newServer, installedName: 'desk', name: 'Desk', prefix: 'desk' })).toEqual({
    installedName: 'desk',
    name: 'Desk',
    prefix: 'desk',
  })
})

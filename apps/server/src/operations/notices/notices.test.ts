import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { contract, type Endpoint, type ErrorReply, type NoticeChanges } from '@atrium/contract'
import { holdAnswer } from '@atrium/sandbox'
import {
  call,
  readEvents,
  send,
  startWorld,
  systemAdminEmail,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { pngChunk, pngWith } from '../../files/pictures/pictures-for-tests.ts'
import { createTestClock } from '../../platform/clock.ts'

const clock = createTestClock()
const folder = mkdtempSync(path.join(tmpdir(), 'atrium-notices-'))
const file = path.join(folder, 'app-config.json')
let logged = ''
let world: World
let admin: TestPerson
beforeAll(async () => {
  world = await startWorld({
    databaseHost: inject('databaseHost'),
    clock,
    environment: { ATRIUM_APP_CONFIG_FILE: file },
    fileIntervalMs: 10,
    logTo: { write: (line) => void (logged += line) },
  })
  admin = await world.signUp({ email: systemAdminEmail })
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})
afterEach(async () => {
  await sql`delete from system_setting`.execute(world.database.kysely)
  rmSync(file, { force: true })
  await signInAgain(admin)
  await call('changeSystemSettings', admin.api, { body: {} })
  await vi.waitFor(async () => expect((await notices()).downtime.source).toBe('none'))
})

const hour = 3_600_000
const at = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
const downtimeFrom = (startMs: number, endMs: number) => ({
  downTimeStart: at(startMs),
  downTimeEnd: at(endMs),
  notificationWindowHours: 2,
  timerMessage: '',
  dialogTitle: 'Upgrade on {date}',
  dialogMessage: 'From {startTime} to {endTime}',
})
const appConfig = () => call('getAppConfig', { url: world.url }, { query: { [Date.now()]: '' } })
const notices = async () => (await call('getNotices', admin.api)).data
const change = async (body: NoticeChanges) => (await call('changeNotices', admin.api, { body })).data
const promotion = async () => (await call('getUserInfo', admin.api)).message

async function refusal(endpoint: Endpoint, input: object, api = admin.api) {
  const reply = await send(endpoint as typeof contract.changeNotices, api, input as never)
  return { status: reply.status, ...((await reply.json()) as ErrorReply) }
}

/** Gives the person a new session. */
async function signInAgain({ email, password, api }: TestPerson): Promise<void> {
  const reply = await send(contract.signIn, { url: world.url }, { body: { email, password } })
  const { data } = (await reply.json()) as { data: { accessToken: string } }
  api.token = data.accessToken
}

describe('downtime', () => {
  test('LIFE-01 every browser reads the downtime of the page, and a change announces it again', async () => {
    expect((await appConfig()).downtimeSettings).toBeNull()
    const planned = downtimeFrom(hour, 2 * hour)
    const first = (await change({ downtime: planned })).downtime.value
    expect((await appConfig()).downtimeSettings).toEqual({
      ...planned,
      notificationId: first?.notificationId,
    })
    const second = (await change({ downtime: downtimeFrom(hour, 3 * hour) })).downtime.value
    expect(second?.notificationId).not.toBe(first?.notificationId)
    await change({ downtime: null })
    expect((await appConfig()).downtimeSettings).toBeNull()
  })

  test('LIFE-01 a downtime that ends before it starts is refused with the field', async () => {
    const reply = await refusal(contract.changeNotices, { body: { downtime: downtimeFrom(hour, hour) } })
    expect(reply.code).toBe('INVALID_INPUT')
    expect(reply.issues).toEqual([
      { path: 'body.downtime.downTimeEnd', message: 'The end should be after the start.' },
    ])
    expect((await notices()).downtime).toEqual({ source: 'none', value: null })
  })

  test('LIFE-02 new questions get a 503 during the downtime only, and a running answer continues to its end', async () => {
    const asker = await world.signUp()
    const held = holdAnswer()
    world.model.script('*', [{ text: 'Short.' }, { finish: 'stop' }])
    world.model.script('*', held.respond, { times: 1 })
    const running = await asker.ask('A long answer?', { modelId: 'test-model' })
    await held.asked
    held.say('Half, ')

    await change({ downtime: downtimeFrom(0, hour) })
    const { response } = await asker.ask('Another?', { modelId: 'test-model' })
    const reply = (await response.json()) as ErrorReply
    expect({ status: response.status, ...reply }).toMatchObject({
      status: 503,
      isError: true,
      code: 'DOWNTIME',
      details: { endsAt: (await appConfig()).downtimeSettings?.downTimeEnd },
    })
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3000)
    // Everything else still works, the operator's page above all.
    expect(await call('listHistory', asker.api, { query: {} })).toBeDefined()
    held.say('whole.')
    held.finish()
    const events = await readEvents(running.response)
    expect(JSON.stringify(events)).toContain('whole.')

    clock.advance(hour)
    await signInAgain(asker)
    const later = await asker.ask('And now?', { modelId: 'test-model' })
    expect(later.response.status).toBe(200)
    await readEvents(later.response)
  })
})

describe('app configuration file', () => {
  const write = (content: object | string) =>
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  const inFile = (more: object = {}) => ({
    ...downtimeFrom(hour, 2 * hour),
    notificationId: 'planned-1',
    ...more,
  })

  test('LIFE-01 LIFE-07 C13 the file overrides the page, and an invalid file leaves the last valid one in force', async () => {
    await change({ downtime: downtimeFrom(5 * hour, 6 * hour) })
    const valid = inFile()
    write({ downtimeSettings: valid })
    await vi.waitFor(async () => expect((await appConfig()).downtimeSettings).toEqual(valid))
    expect((await notices()).downtime.source).toBe('file')
    expect(await refusal(contract.changeNotices, { body: { downtime: null } })).toMatchObject({
      code: 'SET_BY_ENVIRONMENT',
    })

    write({ downtimeSettings: { ...valid, downTimeEnd: valid.downTimeStart } })
    await vi.waitFor(async () =>
      expect((await notices()).fileProblem).toBe(
        'downtimeSettings.downTimeEnd: The end should be after the start.',
      ),
    )
    expect((await appConfig()).downtimeSettings).toEqual(valid)
    expect(logged).toContain('app_config.file_invalid')
    write('{ not JSON')
    await vi.waitFor(async () => expect((await notices()).fileProblem).toContain('JSON'))
    expect((await appConfig()).downtimeSettings).toEqual(valid)

    write({ downtimeSettings: inFile({ notificationId: 'planned-2' }) })
    await vi.waitFor(async () =>
      expect((await appConfig()).downtimeSettings?.notificationId).toBe('planned-2'),
    )
    expect((await notices()).fileProblem).toBeNull()
    rmSync(file)
    await vi.waitFor(async () => expect((await notices()).downtime.source).toBe('page'))
  })

  test('LIFE-03 a new version in the file ends every session of before, once, and not those of after', async () => {
    const before = await world.signUp()
    const settings = { forceLogout: true, version: 'v1', clearForceLogout: false }
    clock.advance(1000)
    write({ forceLogoutCookieSettings: settings })
    await vi.waitFor(async () =>
      expect((await refusal(contract.getUserInfo, {}, before.api)).status).toBe(401),
    )
    expect((await appConfig()).forceLogoutCookieSettings).toEqual(settings)
    clock.advance(1000)
    await signInAgain(before)
    // The same version, written and read again, ends nothing more.
    write({ forceLogoutCookieSettings: settings, downtimeSettings: inFile() })
    await vi.waitFor(async () => expect((await appConfig()).downtimeSettings).not.toBeNull())
    clock.advance(5000)
    expect((await call('getUserInfo', before.api)).message.userName).toBe(before.email)
  })
})

describe('forced sign-out', () => {
  test('LIFE-03 signs everybody out with proof of identity only, and can be cleared', async () => {
    const other = await world.signUp()
    expect(
      await refusal(contract.forceSignOut, { body: { proof: { password: 'Wrong-One-1!' } } }),
    ).toMatchObject({
      code: 'PROOF_NOT_ACCEPTED',
    })
    expect((await call('getUserInfo', other.api)).message.userName).toBe(other.email)

    clock.advance(1000)
    const { data } = await call('forceSignOut', admin.api, { body: { proof: { password: admin.password } } })
    const version = data.forceLogout.value?.version
    expect(data.forceLogout).toMatchObject({ source: 'page', endedAt: version })
    for (const { api } of [other, admin])
      expect((await refusal(contract.getUserInfo, {}, api)).status).toBe(401)
    expect((await appConfig()).forceLogoutCookieSettings).toEqual({
      forceLogout: true,
      version,
      clearForceLogout: false,
    })

    clock.advance(1000)
    await signInAgain(admin)
    await call('clearForcedSignOut', admin.api)
    expect((await appConfig()).forceLogoutCookieSettings).toMatchObject({
      forceLogout: false,
      clearForceLogout: true,
    })
  })
})

describe('announcement', () => {
  const picture = pngWith([pngChunk('tEXt', 'Author\0Somebody')])
  const upload = async () =>
    (await call('uploadNoticePicture', admin.api, { body: { base64: picture.toString('base64') } })).data

  test('LIFE-04 CHAT-15 people read the announcement until it ends, and its pictures are cleaned and cacheable', async () => {
    const desktop = await upload()
    const till = at(hour)
    await change({
      announcement: { desktop: desktop.name, mobile: null, text: 'New: canvases', activeTill: till },
      newChat: { picture: desktop.name, title: 'Hello', text: '' },
    })
    expect(await promotion()).toMatchObject({
      ui_promo_active: true,
      ui_promo_image: { desktop: desktop.url, mobile: desktop.url },
      ui_promo_active_till: till,
      ui_new_chat_bg_image: desktop.url,
      ui_new_chat_title: 'Hello',
      ui_new_chat_text: null,
    })
    const reply = await fetch(new URL(desktop.url, world.url))
    expect(reply.headers.get('content-type')).toBe('image/png')
    expect(reply.headers.get('cache-control')).toContain('immutable')
    const stored = Buffer.from(await reply.arrayBuffer())
    expect(stored.includes('Somebody')).toBe(false)
    clock.advance(hour)
    await signInAgain(admin)
    expect(await promotion()).toMatchObject({ ui_promo_active: false, ui_promo_image: { desktop: null } })
    await change({ announcement: null, newChat: null })
    expect(await promotion()).toMatchObject({ ui_promo_active: false, ui_new_chat_title: null })
  })

  test('F05 files that are no pictures, and pictures that are not stored, are refused', async () => {
    const svg = Buffer.from('<svg onload="alert(1)"/>').toString('base64')
    expect(await refusal(contract.uploadNoticePicture, { body: { base64: svg } })).toMatchObject({
      code: 'FILE_NOT_SUPPORTED',
    })
    const unknown = { desktop: `${'0'.repeat(32)}.png`, mobile: null, text: 'x', activeTill: null }
    expect(await refusal(contract.changeNotices, { body: { announcement: unknown } })).toMatchObject({
      issues: [{ path: 'body.announcement.desktop' }],
    })
  })
})

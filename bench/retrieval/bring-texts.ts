import { setTimeout } from 'node:timers/promises'
import { contentTypeOf, type KnowledgeBase, limits, type RoomId } from '@atrium/contract'
import { call } from '@atrium/testkit/api-client.ts'
import { postForm } from '@atrium/testkit/upload-context-file.ts'
import { atOnce } from './at-once.ts'
import { divideTexts, type TextFile } from './divide-texts.ts'
import type { QuestionSet } from './question-sets.ts'
import type { SignedIn } from './signed-in.ts'

/** A room that knows the texts of a set. */
export type RoomOfSet = {
  roomId: RoomId
  /** The set's id of a text, by the base and the name of its file. */
  idOf: (baseId: string, fileName: string) => string
}

const uploadsAtOnce = 8
const lookAgainMs = 500
/** Timeout without indexing progress. */
const timeoutMs = 120_000

/** Creates a room for a set and uploads its texts as a browser does, by signed forms, into knowledge bases; waits for their processing. */
export async function bringTexts(signedIn: SignedIn, { name, documents }: QuestionSet): Promise<RoomOfSet> {
  const settings = await signedIn()
  const { data: room } = await call('createRoom', settings, {
    params: { accountId: settings.accountId ?? '' },
    body: { name, access_type: 'PRIVATE' },
  })
  const ids = new Map<string, string>()
  for (const [index, files] of divideTexts(documents).entries()) {
    const base = await makeBase(signedIn, room.id, `${name} ${index + 1}`, files)
    for (const file of files) ids.set(`${base.id} ${file.name}`, file.id)
  }
  await readToTheirEnd(signedIn, room.id, documents.length)
  return { roomId: room.id, idOf: (baseId, fileName) => ids.get(`${baseId} ${fileName}`) ?? '' }
}

async function makeBase(
  signedIn: SignedIn,
  roomId: RoomId,
  name: string,
  files: readonly TextFile[],
): Promise<KnowledgeBase> {
  const keys = await atOnce(uploadsAtOnce, files, (file) => upload(signedIn, roomId, file))
  const body = { rag_name: name, files: keys, ip_type: 'FILE_UPLOAD' as const }
  return (await call('createKnowledgeBase', { ...(await signedIn()), roomId }, { body })).data
}

/** Posts one file; returns its key for adding it to a base. */
async function upload(signedIn: SignedIn, roomId: RoomId, { name, text }: TextFile): Promise<string> {
  const bytes = Buffer.from(text)
  const settings = await signedIn()
  const { data: form } = await call(
    'getUploadForm',
    { ...settings, roomId },
    {
      query: {
        filename: name,
        'content-type': contentTypeOf(name),
        for: 'base',
        size: String(bytes.byteLength),
      },
    },
  )
  const response = await postForm(settings.url, form, bytes)
  if (!response.ok) throw new Error(`${name} was refused: ${await response.text()}`)
  return form.fields['key'] ?? ''
}

async function readToTheirEnd(signedIn: SignedIn, roomId: RoomId, count: number): Promise<void> {
  let [before, since] = ['', performance.now()]
  for (;;) {
    const bases = await basesOf(signedIn, roomId)
    if (bases.every(({ state }) => state.status !== 'ONGOING')) return requireAll(bases, count)
    const now = bases.map(({ state }) => `${state.status} ${state.partsDone}`).join()
    if (now !== before) [before, since] = [now, performance.now()]
    if (performance.now() - since > timeoutMs) throw new Error('Processing of the files has stalled.')
    await setTimeout(lookAgainMs)
  }
}

function requireAll(bases: readonly KnowledgeBase[], count: number): void {
  const read = bases.reduce((sum, { fileCount, failedCount }) => sum + fileCount - failedCount, 0)
  if (read !== count) throw new Error(`Of ${count} texts ${read} could be read.`)
}

async function basesOf(signedIn: SignedIn, roomId: RoomId): Promise<KnowledgeBase[]> {
  const bases: KnowledgeBase[] = []
  for (let page = 1; ; page += 1) {
    const query = { page: String(page), page_size: String(limits.listPageSizeMost) }
    const { data, count } = await call('listKnowledgeBases', { ...(await signedIn()), roomId }, { query })
    bases.push(...data)
    if (bases.length >= count || data.length === 0) return bases
  }
}

import { BrokenZip, readZip, TooLarge } from '../zip/read-zip.ts'
import { isAtriumExport, readAtriumExport } from './atrium-export.ts'
import { isChatGptExport, readChatGptExport } from './chatgpt.ts'
import { type ChatsFile, UnreadableFile } from './import-types.ts'

/** Maximum size of a chosen file, and of its unpacked text: what a browser can hold in memory. */
const maxFileBytes = 2 * 1024 ** 3
const textBytes = 300 * 1024 ** 2

/** Large ChatGPT exports are split into numbered files. */
const conversationsName = /(^|\/)conversations(-\d+)?\.json$/i

/** Reads an export of ChatGPT (its zip or the conversations file) or of Atrium. Throws `UnreadableFile`. */
export async function readChatsFile(file: Blob, maxTextBytes = textBytes): Promise<ChatsFile> {
  if (file.size > maxFileBytes) throw new UnreadableFile('tooLarge')
  const texts = (await isZip(file))
    ? await textsInZip(file, maxTextBytes)
    : [await textOf(file, maxTextBytes)]
  const files = texts.map((text) => readText(text))
  const [first, ...others] = files
  if (first === undefined) throw new UnreadableFile('unknown')
  const whole: ChatsFile = {
    source: first.source,
    chats: files.flatMap(({ chats }) => chats),
    skipped: files.flatMap(({ skipped }) => skipped),
    leftOut: files.reduce((sum, { leftOut }) => sum + leftOut, 0),
  }
  if (others.some(({ source }) => source !== first.source)) throw new UnreadableFile('unknown')
  if (whole.chats.length + whole.skipped.length === 0) throw new UnreadableFile('none')
  return whole
}

const isZip = async (file: Blob) => (await file.slice(0, 4).text()) === 'PK\u0003\u0004'

async function textsInZip(file: Blob, maxTextBytes: number): Promise<string[]> {
  try {
    const files = await readZip(file)
    const named = files.filter(({ name }) => conversationsName.test(name))
    const wanted = named.length > 0 ? named : files.filter(({ name }) => /\.json$/i.test(name)).slice(0, 1)
    if (wanted.length === 0) throw new UnreadableFile('unknown')
    const texts: string[] = []
    let left = maxTextBytes
    for (const one of wanted.toSorted((a, b) => a.name.localeCompare(b.name))) {
      const unpacked = await one.unpack(left)
      left -= unpacked.size
      texts.push(await unpacked.text())
    }
    return texts
  } catch (error) {
    if (error instanceof TooLarge) throw new UnreadableFile('tooLarge', { cause: error })
    if (error instanceof BrokenZip) throw new UnreadableFile('broken', { cause: error })
    throw error
  }
}

async function textOf(file: Blob, maxTextBytes: number): Promise<string> {
  if (file.size > maxTextBytes) throw new UnreadableFile('tooLarge')
  return await file.text()
}

function readText(text: string): ChatsFile {
  const content = parse(text)
  if (isAtriumExport(content)) return readAtriumExport(content)
  if (isChatGptExport(content)) return readChatGptExport(content)
  if (Array.isArray(content) && content.length === 0) throw new UnreadableFile('none')
  throw new UnreadableFile('unknown')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UnreadableFile('broken', { cause: error })
  }
}

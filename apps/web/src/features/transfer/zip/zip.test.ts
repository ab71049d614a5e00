import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readZip } from './read-zip.ts'
import { distinctNames } from './distinct-names.ts'
import { writeZip } from './write-zip.ts'

const files = [
  { name: 'Tea.md', content: new Blob(['# Tea\n'.repeat(1000)]) },
  { name: '茶 و شاي.md', content: new Blob(['']) },
]

test('HIST-05 a written zip can be read back', async () => {
  const read = await readZip(await writeZip(files))
  expect(read.map(({ name }) => name)).toEqual(files.map(({ name }) => name))
  const texts = await Promise.all(read.map(async (file) => await (await file.unpack(10_000)).text()))
  expect(texts).toEqual(['# Tea\n'.repeat(1000), ''])
  await expect(read[0]?.unpack(100)).rejects.toThrow()
})

test('HIST-05 other programs read the zip too', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'zip-'))
  try {
    const name = path.join(folder, 'chats.zip')
    writeFileSync(name, new Uint8Array(await (await writeZip(files)).arrayBuffer()))
    const script = `import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
print(json.dumps([archive.testzip(), archive.namelist(), len(archive.read('Tea.md'))]))`
    const said = execFileSync('python3', ['-c', script, name], { encoding: 'utf8' })
    expect(JSON.parse(said)).toEqual([null, files.map((file) => file.name), 6000])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('HIST-05 each file in the zip is compressed, and repeated exports of the same chats are identical', async () => {
  const [first, second] = [await writeZip(files), await writeZip(files)]
  expect(first.size).toBeLessThan(1000)
  expect(new Uint8Array(await first.arrayBuffer())).toEqual(new Uint8Array(await second.arrayBuffer()))
  // A zip stores times in steps of two seconds, at byte 10 of a file's header.
  const time = new DataView(await first.slice(10, 14).arrayBuffer())
  expect([time.getUint16(0, true), time.getUint16(2, true)]).toEqual([0, 0x21])
})

test('HIST-05 two chats with the same title become two files', () => {
  expect(distinctNames(['Tea', 'tea', 'Tea', 'Milk'], '.md')).toEqual([
    'Tea.md',
    'tea (2).md',
    'Tea (3).md',
    'Milk.md',
  ])
})

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const shipped = path.resolve(import.meta.dirname, '../../../models.yaml')

/** The shipped models with a Sandbox Quick that reads little, so that a conversation outgrows it soon; the path of the file. */
export function smallModelsFile(contextLimit = 6000): string {
  const text = readFileSync(shipped, 'utf8')
  const small = text.replace(
    /(- id: sandbox-quick\n[^]*?contextLimit: )\d+(\s+maxOutputTokens: )\d+/,
    (_, before: string, between: string) => `${before}${contextLimit}${between}2000`,
  )
  if (small === text) throw new Error('models.yaml has no sandbox-quick whose context could be made smaller.')
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'atrium-models-')), 'models.yaml')
  writeFileSync(file, small)
  return file
}

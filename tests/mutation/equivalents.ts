import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Mutant } from './mutant.ts'

/** Mutants without observable effect, judged by a person: `mutated` is the changed text, `line` its first line. */
type Equivalent = { file: string; line: string; mutated: string; rule: string; reason: string }

const known = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'equivalents.json'), 'utf8'),
) as Equivalent[]

/** Why this mutant of the file has no observable effect; undefined if it was not judged. */
export function reasonToIgnore(file: string, text: string, { rule, start, end }: Mutant): string | undefined {
  const [line, mutated] = [lineAt(text, start), text.slice(start, end).trim()]
  return known.find(
    (each) => each.file === file && each.rule === rule && each.line === line && each.mutated === mutated,
  )?.reason
}

/** The line of the text at this position, without the space around it. */
export function lineAt(text: string, position: number): string {
  const end = text.indexOf('\n', position)
  return text.slice(text.lastIndexOf('\n', position - 1) + 1, end === -1 ? undefined : end).trim()
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { LineCounter, isMap, isScalar, parseDocument, type Document } from 'yaml'
import type { z } from 'zod'
import { ConfigurationError } from '../../platform/config/configuration.ts'
import { disagreementsIn } from './check-models-file.ts'
import { ModelsFile } from './models-file.ts'

type Path = (string | number)[]

/**
 * Reads and validates the models file. Throws a `ConfigurationError` with one line per mistake: `models.yaml:12:
 * models[0].price.input should …`.
 */
export function readModelsFile(file: string): ModelsFile {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigurationError([
      `The file of models ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    ])
  }
  return parseModelsFile(text, path.relative(process.cwd(), file) || file)
}

/** Parses the text; `name` is the file's name in messages. */
export function parseModelsFile(text: string, name: string): ModelsFile {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const complain = (mistakes: { offset: number; sentence: string }[]): never => {
    throw new ConfigurationError(
      mistakes
        .toSorted((one, other) => one.offset - other.offset)
        .map(({ offset, sentence }) => `${name}:${lines.linePos(offset).line}: ${sentence}.`),
    )
  }
  if (document.errors.length > 0)
    complain(
      document.errors.map((error) => ({
        offset: error.pos[0],
        sentence: `is not YAML here: ${withoutStop(error.message)}`,
      })),
    )

  const parsed = ModelsFile.safeParse(document.toJS())
  if (!parsed.success) return complain(parsed.error.issues.flatMap((issue) => mistakesOf(issue, document)))
  const disagreements = disagreementsIn(parsed.data)
  if (disagreements.length > 0)
    complain(
      disagreements.map(({ path, message }) => ({
        offset: offsetOf(document, path),
        sentence: `${spoken(path)} ${withoutStop(message)}`,
      })),
    )
  return parsed.data
}

function mistakesOf(issue: z.core.$ZodIssue, document: Document) {
  const path = issue.path as Path
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      offset: offsetOf(document, [...path, key]),
      sentence: `${spoken([...path, key])} is not a setting of this file`,
    }))
  const missing = path.length > 0 && document.getIn(path) === undefined
  const sentence = missing ? 'is missing' : sayWhatItShouldBe(issue)
  return [{ offset: offsetOf(document, path), sentence: `${spoken(path)} ${sentence}` }]
}

const kinds: Record<string, string> = {
  string: 'text',
  array: 'a list',
  object: 'a group of settings',
  number: 'a number',
  boolean: 'true or false',
  int: 'a whole number',
}

function sayWhatItShouldBe(issue: z.core.$ZodIssue): string {
  // The contract's messages begin with `This`; the field's name replaces it.
  const said = issue.message.replace(/^This (?=should |can)/, '')
  if (/^(should|can)/.test(said)) return withoutStop(said)
  if (issue.code === 'invalid_type') return `should be ${kinds[issue.expected] ?? issue.expected}`
  return `should be different: ${withoutStop(issue.message)}`
}

/** The offset of the setting's key or, when it is missing, of its group. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length -= 1) {
    const parent = document.getIn(path.slice(0, length - 1), true)
    const last = path[length - 1]
    const pair = isMap(parent) && parent.items.find(({ key }) => isScalar(key) && key.value === last)
    if (pair && isScalar(pair.key) && pair.key.range) return pair.key.range[0]
    const node = document.getIn(path.slice(0, length), true)
    if (hasRange(node)) return node.range[0]
  }
  return 0
}

function hasRange(node: unknown): node is { range: [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
}

function spoken(path: Path): string {
  return path.length === 0
    ? 'The file'
    : path
        .map((step, index) => (typeof step === 'number' ? `[${step}]` : index > 0 ? `.${step}` : step))
        .join('')
}

const withoutStop = (sentence: string) => sentence.replace(/\.$/, '')

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isNode, LineCounter, parseDocument, type Document } from 'yaml'
import type { z } from 'zod'
import { StartError } from '../platform/start-error.ts'
import { PlansFile, type Plan, type ShopSettings } from './plan.ts'

/** The configured plans. */
export type Plans = {
  readonly all: readonly Plan[]
  readonly default: Plan
  /** Maximum accounts on the default plan with monthly credits that one person may open. */
  readonly accountsWithGrant: number
  readonly shop: ShopSettings
  /** Names, as accounts store them, of all plans but the default one. */
  paidNames(): string[]
  /** Returns the plan with this stored name, from the file or as a subscription bought it; the default plan if it was removed. */
  named(name: string): Plan
  /** Keeps a plan as a subscription bought it, whatever the file says later; returns its name for `named`. */
  keep(plan: Plan): string
}

const hashOf = (plan: Plan) => createHash('sha256').update(JSON.stringify(plan)).digest('hex').slice(0, 8)

/** The plans file is invalid. `message` has one line per mistake: `<file>:<line>: <mistake>`. */
export class PlansFileError extends StartError {
  constructor(sentences: string[], options?: ErrorOptions) {
    super(sentences.join('\n'), options)
  }
}

/** Reads the plans once, at start. Throws `PlansFileError` with every mistake and its line. */
export function readPlans(file: string): Plans {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new PlansFileError([`The plans file ${file} cannot be read.`], { cause })
  }
  return parsePlans(text, file)
}

/** Parses the file's text; `file` is its name in messages. */
export function parsePlans(text: string, file: string): Plans {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const at = (offset: number, sentence: string) => `${file}:${lines.linePos(offset).line}: ${sentence}`
  if (document.errors.length > 0)
    throw new PlansFileError(document.errors.map((error) => at(error.pos[0], error.message)))

  const parsed = PlansFile.safeParse(document.toJS())
  if (!parsed.success)
    throw new PlansFileError(
      parsed.error.issues.map((issue) =>
        at(offsetOf(document, issue), `${nameOf(issue.path)}${issue.message}`),
      ),
    )

  const { plans, default: _, accounts_with_grant: __, ...shop } = parsed.data
  const byName = (name: string) => plans.find((plan) => plan.name === name)
  /** Plans of subscriptions, by their stored names. */
  const bought = new Map<string, Plan>()
  const fallback = plans.find((plan) => plan.name === parsed.data.default) as Plan
  return {
    all: plans,
    default: fallback,
    accountsWithGrant: parsed.data.accounts_with_grant,
    shop,
    paidNames: () => [...plans.filter((plan) => plan !== fallback).map(({ name }) => name), ...bought.keys()],
    named: (name) =>
      byName(name) ??
      bought.get(name) ??
      byName(name.slice(0, Math.max(0, name.lastIndexOf('@')))) ??
      fallback,
    keep(plan) {
      const key = `${plan.name}@${hashOf(plan)}`
      bought.set(key, plan)
      return key
    },
  }
}

const nameOf = (path: PropertyKey[]) => (path.length > 0 ? `${path.map(String).join('.')}: ` : '')

/** The offset of a value in the text or, when it is missing, of its nearest existing parent. */
function offsetOf(document: Document, issue: z.core.$ZodIssue): number {
  for (let length = issue.path.length; length >= 0; length -= 1) {
    const node = document.getIn(issue.path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

/** A variable of a template: `#{name}#`, with a hint `#{name: hint}#`, or with choices `#{name: a | b}#`. */
export type PromptVariable = { name: string; hint: string; choices: readonly string[] }

/** A part of a template, in reading order. `source` is the part as written. */
export type PromptPiece =
  | { kind: 'text'; source: string }
  | { kind: 'variable'; source: string; variable: PromptVariable }

const maxNameCharacters = 60

/**
 * Splits a template into texts and variables, in one pass and linear time. Anything that is not a variable (no name, a line break, no
 * end) stays text. Joined, the sources are the template.
 */
export function readTemplate(text: string): PromptPiece[] {
  const pieces: PromptPiece[] = []
  const marks = /#\{|\}#/g
  let textStart = 0
  let opened = -1
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '#{') {
      opened = mark.index
      continue
    }
    const end = marks.lastIndex
    const variable = opened === -1 ? null : variableIn(text.slice(opened + 2, end - 2))
    if (variable === null) {
      // The # may open the next one.
      marks.lastIndex = end - 1
    } else {
      if (opened > textStart) pieces.push({ kind: 'text', source: text.slice(textStart, opened) })
      pieces.push({ kind: 'variable', source: text.slice(opened, end), variable })
      textStart = end
    }
    opened = -1
  }
  if (textStart < text.length) pieces.push({ kind: 'text', source: text.slice(textStart) })
  return pieces
}

function variableIn(inner: string): PromptVariable | null {
  if (/[\r\n]/.test(inner)) return null
  const colon = inner.indexOf(':')
  const name = (colon === -1 ? inner : inner.slice(0, colon)).trim().normalize('NFC')
  if (name === '' || name.length > maxNameCharacters) return null
  const rest = colon === -1 ? '' : inner.slice(colon + 1).trim()
  if (!rest.includes('|')) return { name, hint: rest, choices: [] }
  const choices = rest.split('|').map((choice) => choice.trim())
  return { name, hint: '', choices: [...new Set(choices.filter((choice) => choice !== ''))] }
}

/** Returns each variable of a template once, in reading order; hint and choices come from its first use that has them. */
export function variablesOf(text: string): PromptVariable[] {
  const found = new Map<string, PromptVariable>()
  for (const piece of readTemplate(text)) {
    if (piece.kind === 'text') continue
    const { name, hint, choices } = piece.variable
    const before = found.get(name)
    found.set(name, {
      name,
      hint: before?.hint || hint,
      choices: before && before.choices.length > 0 ? before.choices : choices,
    })
  }
  return [...found.values()]
}

/** Returns the template with its variables replaced, also by empty values. Variables without a value stay as written. */
export const fillEvery = (text: string, values: ReadonlyMap<string, string>): string =>
  readTemplate(text)
    .map((piece) =>
      piece.kind === 'text' ? piece.source : (values.get(piece.variable.name) ?? piece.source),
    )
    .join('')

/** Returns the template with its variables replaced. Values are text: a variable in one is not replaced. Others stay as written. */
export const fillTemplate = (text: string, values: Readonly<Record<string, string>>): string =>
  readTemplate(text)
    .map((piece) => {
      if (piece.kind === 'text') return piece.source
      const { name } = piece.variable
      const value = Object.hasOwn(values, name) ? (values[name] ?? '') : ''
      return value.trim() === '' ? piece.source : value
    })
    .join('')

import type {
  Code,
  Construct,
  Effects,
  Extension,
  State,
  TokenizeContext,
  Tokenizer,
} from 'micromark-util-types'
import { math } from 'micromark-extension-math'

const dollar = 36
const backslash = 92
const space = 32

/** `\(…\)` and `\[…\]`, which most models write: opening character → closing character. */
const closers = new Map<Code, number>([
  [40, 41],
  [91, 93],
])

/**
 * Mathematics as models write it: `$$` fences, `$…$` by Pandoc's rule (no blank inside the dollars, no digit after the
 * closing one, so that prices stay prices), `$$…$$` in a line, `\(…\)` and `\[…\]`. Gives the tokens of
 * micromark-extension-math, so its tree builder reads them.
 */
export function mathSyntax(): Extension {
  const { flow } = math()
  return { ...(flow ? { flow } : {}), text: { [dollar]: dollarMath, [backslash]: backslashMath } }
}

const isLineEnding = (code: Code): boolean => code !== null && code < -2
const isBlank = (code: Code): boolean => code === null || code < 0 || code === space
const isDigit = (code: Code): boolean => code !== null && code >= 48 && code <= 57

/** Consumes the inside of a formula up to a closing mark. */
function body(effects: Effects, nok: State, isMark: (code: Code) => boolean, atMark: State): State {
  let inData = false
  const leave = () => {
    if (inData) effects.exit('mathTextData')
    inData = false
  }
  return function inside(code): State | undefined {
    if (code === null) return nok(code)
    if (isLineEnding(code)) {
      leave()
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      return inside
    }
    if (isMark(code)) {
      leave()
      return atMark(code)
    }
    if (!inData) {
      effects.enter('mathTextData')
      inData = true
    }
    effects.consume(code)
    if (code === backslash) {
      // An escaped character never closes the formula.
      return (next): State | undefined => {
        if (next === null || isLineEnding(next)) return inside(next)
        effects.consume(next)
        return inside
      }
    }
    return inside
  }
}

const tokenizeDollars: Tokenizer = function (effects, ok, nok) {
  let opening = 0
  let closing = 0
  let before: Code = null
  const atMark: State = (code) => {
    closing = 0
    before = this.previous
    effects.enter('mathTextSequence')
    return close(code)
  }
  const inside = body(effects, nok, (code) => code === dollar, atMark)
  const open: State = (code) => {
    if (code === dollar && opening < 2) {
      effects.consume(code)
      opening++
      return open
    }
    if (code === dollar || (opening === 1 && isBlank(code))) return nok(code)
    effects.exit('mathTextSequence')
    return inside(code)
  }
  const close: State = (code) => {
    if (code === dollar && closing < opening) {
      effects.consume(code)
      closing++
      return close
    }
    const closes = closing === opening && (opening === 2 || (!isBlank(before) && !isDigit(code)))
    if (!closes) return nok(code)
    effects.exit('mathTextSequence')
    effects.exit('mathText')
    return ok(code)
  }
  return (code) => {
    effects.enter('mathText')
    effects.enter('mathTextSequence')
    return open(code)
  }
}

/** Closers known to be missing in a paragraph: otherwise, a row of openers takes quadratic time. */
const missing = new WeakMap<TokenizeContext, Set<number>>()

const tokenizeBackslash: Tokenizer = function (effects, ok, nok) {
  let closer = 0
  /** There is something to render, not only escapes. */
  let filled = false
  const giveUp: State = (code) => {
    missing.set(this, (missing.get(this) ?? new Set()).add(closer))
    return nok(code)
  }
  // A backslash is always read with its follower, so a formula may contain `\\` and `\frac`.
  const inside: State = (code) => {
    if (code === null) return giveUp(code)
    if (isLineEnding(code)) {
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      return inside
    }
    if (code === backslash)
      return effects.attempt({ tokenize: tokenizeCloser, partial: true }, ok, data)(code)
    return data(code)
  }
  const data: State = (code) => {
    effects.enter('mathTextData')
    effects.consume(code)
    if (code === backslash) return escaped
    filled ||= !isBlank(code)
    return more
  }
  const escaped: State = (code) => {
    if (code === null || isLineEnding(code)) return more(code)
    effects.consume(code)
    filled ||= code !== backslash
    return more
  }
  const more: State = (code) => {
    if (code === null || isLineEnding(code) || code === backslash) {
      effects.exit('mathTextData')
      return inside(code)
    }
    effects.consume(code)
    return more
  }
  const tokenizeCloser: Tokenizer = (inner, innerOk, innerNok) => (code) => {
    inner.enter('mathTextSequence')
    inner.consume(code)
    return (next) => {
      if (next !== closer || !filled) return innerNok(next)
      inner.consume(next)
      inner.exit('mathTextSequence')
      inner.exit('mathText')
      return innerOk
    }
  }
  return (code) => {
    effects.enter('mathText')
    effects.enter('mathTextSequence')
    effects.consume(code)
    return (next) => {
      const expected = closers.get(next)
      if (!expected || missing.get(this)?.has(expected)) return nok(next)
      closer = expected
      effects.consume(next)
      effects.exit('mathTextSequence')
      return inside
    }
  }
}

const dollarMath: Construct = {
  name: 'mathText',
  tokenize: tokenizeDollars,
  previous: (code) => code !== dollar,
}
const backslashMath: Construct = { name: 'mathText', tokenize: tokenizeBackslash }

/** A calculation found in a text, with its value in plain digits. */
export interface Computed {
  expression: string
  value: string
}

const calculation =
  /(?:-?[\d.,]*\d\s*%\s*(?:of|de|của|من|的)\s*[\d.,]*\d)|(?:[-(\s]*\d[\d.,]*%?[)\s]*(?:[-+*/×÷^−·x:][-(\s]*\d[\d.,]*%?[)\s]*)+)/u

/** Finds and evaluates the first calculation in a text: `+ - * / ^`, brackets, `15 % of 80`. Null if there is none. */
export function compute(text: string): Computed | null {
  const expression = calculation.exec(westernDigits(text))?.[0].trim()
  if (expression === undefined || isADate(expression)) return null
  const plain = expression
    .replace(/[×·x]/g, '*')
    .replace(/[÷:]/g, '/')
    .replace(/−/g, '-')
    .replace(/%\s*(?:of|de|của|من|的)/u, '% *')
    .replace(/(?<=\d)[,.](?=\d{3}(?!\d))/g, '')
    .replace(/(?<=\d),(?=\d)/g, '.')
  const value = new Calculation(plain).value()
  return value === null ? null : { expression, value: readable(value) }
}

function westernDigits(text: string): string {
  return text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
}

function isADate(expression: string): boolean {
  return /^\d{4}-\d{1,2}-\d{1,2}$|^\d{1,2}\/\d{1,2}\/\d{2,4}$|^\d{1,2}:\d{2}$/.test(expression)
}

function readable(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e15
    ? String(value)
    : String(Number(value.toPrecision(12)))
}

/** A recursive-descent reader of one expression; null as soon as something does not fit or is not finite. */
class Calculation {
  readonly #tokens: string[]
  #at = 0

  constructor(text: string) {
    this.#tokens = text.match(/\d+(?:\.\d+)?|[-+*/^()%]/g) ?? []
  }

  value(): number | null {
    const value = this.#sum()
    return this.#at === this.#tokens.length && Number.isFinite(value) ? value : null
  }

  #sum(): number {
    let total = this.#product()
    for (let sign = this.#take('+', '-'); sign !== null; sign = this.#take('+', '-')) {
      total += sign === '+' ? this.#product() : -this.#product()
    }
    return total
  }

  #product(): number {
    let total = this.#power()
    for (let sign = this.#take('*', '/'); sign !== null; sign = this.#take('*', '/')) {
      total = sign === '*' ? total * this.#power() : total / this.#power()
    }
    return total
  }

  #power(): number {
    if (this.#take('-') !== null) return -this.#power()
    const base = this.#single()
    return this.#take('^') === null ? base : base ** this.#power()
  }

  #single(): number {
    let value: number
    if (this.#take('(') !== null) {
      value = this.#sum()
      if (this.#take(')') === null) return Number.NaN
    } else value = Number(this.#tokens[this.#at++] ?? Number.NaN)
    return this.#take('%') === null ? value : value / 100
  }

  #take(...wanted: string[]): string | null {
    const token = this.#tokens[this.#at]
    if (token === undefined || !wanted.includes(token)) return null
    this.#at++
    return token
  }
}

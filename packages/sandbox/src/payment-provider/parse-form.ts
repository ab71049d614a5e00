export type FormValue = string | FormValue[] | { [name: string]: FormValue }

/** Parses Stripe's form encoding: `line_items[0][price_data][currency]=usd`. */
export function parseForm(text: string): Record<string, FormValue> {
  const root: Record<string, FormValue> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = [
      name.split('[', 1)[0] ?? '',
      ...[...name.matchAll(/\[([^\]]*)\]/g)].map(([, key]) => key ?? ''),
    ]
    let at = root
    for (const key of keys.slice(0, -1)) {
      const next = at[key]
      at = (typeof next === 'object' ? next : (at[key] = {})) as Record<string, FormValue>
    }
    const last = keys.at(-1) ?? ''
    at[last === '' ? String(Object.keys(at).length) : last] = value
  }
  return root
}

import { storable } from '@atrium/contract'

/** Matches escapes that PostgreSQL refuses in jsonb: NUL and unpaired surrogates. Also matches a few harmless texts. */
const suspicious = /\\u(?:0000|d[89a-f])/i

/** Converts a value to JSON text for jsonb, with every text in it made storable. */
export function jsonText(value: unknown): string {
  const json = JSON.stringify(value)
  if (!suspicious.test(json)) return json
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'string' ? storable(inner) : inner,
  )
}

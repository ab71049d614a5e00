import { readdirSync } from 'node:fs'
import path from 'node:path'

const routes = path.join(import.meta.dirname, '../../src/routes/_app')

/** The first path segments of all pages inside the frame, as `chat-history`: from the names of their route files. */
export const productPages = (): string[] =>
  Array.from(new Set(readdirSync(routes).map((file) => file.replace(/\..*$/, ''))))

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { checkoutDir } from './configuration.ts'

/** The version of this Atrium, from its package. */
export const atriumVersion: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(path.join(checkoutDir, 'package.json'), 'utf8'))).version

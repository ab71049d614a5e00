import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { readConfiguration } from '../../platform/config/configuration.ts'
import { createLog } from '../../platform/log.ts'
import { createModels, type Models, type ModelsOptions } from '../create-models.ts'

export interface ModelsUnderTest {
  models: Models
  /** Everything logged. */
  logged: () => string
  close(): Promise<void>
}

/** An address where nothing listens. */
export const nobody = 'http://127.0.0.1:9'

/**
 * Creates models as the product would with only this environment: no local Ollama, no `.env`. `yaml` replaces the shipped models
 * file.
 */
export async function modelsUnderTest(
  environment: Record<string, string>,
  { yaml, ...options }: { yaml?: string } & Partial<Pick<ModelsOptions, 'stallMs' | 'answerLimitMs'>> = {},
): Promise<ModelsUnderTest> {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-models-'))
  if (yaml !== undefined) writeFileSync(path.join(folder, 'models.yaml'), yaml)
  const { ATRIUM_SANDBOX_MODELS_URL, ...settings } = {
    ATRIUM_SANDBOX_MODELS_URL: undefined,
    OLLAMA_URL: nobody,
    ...environment,
  }
  const configuration = readConfiguration(
    { ...settings, ...(yaml !== undefined && { ATRIUM_MODELS_FILE: path.join(folder, 'models.yaml') }) },
    { envFile: path.join(folder, '.env') },
  )
  let logged = ''
  const log = createLog(
    { level: 'trace' },
    new Writable({
      write: (chunk, _encoding, done) => {
        logged += String(chunk)
        done()
      },
    }),
  )
  const models = await createModels({
    configuration,
    log,
    environment: { ATRIUM_SANDBOX_MODELS_URL },
    ...options,
  })
  return {
    models,
    logged: () => logged,
    async close() {
      await models.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

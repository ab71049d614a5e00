import type { TestProject } from 'vitest/node'
import { buildProgramsWhenNeeded } from '../../../scripts/start/build-server.mjs'

/** The processes that read documents run as `npm start` builds them; again after a change of their sources. */
export default async function setup(project: TestProject): Promise<void> {
  const build = async () => {
    process.env['LOCKED_PROGRAMS_DIR'] = await buildProgramsWhenNeeded(process.execPath)
  }
  await build()
  project.onTestsRerun(build)
}

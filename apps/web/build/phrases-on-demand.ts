import type { Plugin } from 'vite'
import { type Area, areaOf } from '../../../packages/phrases/src/areas.ts'

const isScreen = /\/apps\/web\/src\/(features|shell)\/[^?]*\.tsx?$/
const isTest = /\.(test|fixture)\.|\/testing\//

const translation = /\buseTranslation\(([^)]*)\)/g
/** A key with its namespace, as `'rooms:lost.title'`. */
const prefixed = /['"`](\w+):\w/g

/** These are there before anything is shown that needs them. */
const early = new Set<Area>(['first-page', 'chat'])

/** The areas whose phrases a file says, beside those that are always there. */
export function areasSaidBy(code: string): Area[] {
  const names = [
    ...Array.from(code.matchAll(translation), ([, named = '']) => named.match(/\w+/g) ?? []).flat(),
    ...Array.from(code.matchAll(prefixed), ([, namespace = '']) => namespace),
  ]
  const areas = new Set(names.flatMap((name) => (areaOf as Record<string, Area | undefined>)[name] ?? []))
  return [...areas].filter((area) => !early.has(area))
}

/**
 * Phrases of the areas that not everybody needs come together with the screens that say them: a file that says some is there
 * when they are. Whoever shows a screen, or fetches it ahead, waits for both in one.
 */
export function phrasesOnDemand(): Plugin {
  return {
    name: 'atrium:phrases-on-demand',
    enforce: 'pre',
    transform: {
      filter: { id: isScreen },
      handler(code, id) {
        if (isTest.test(id)) return
        const areas = areasSaidBy(code)
        if (areas.length === 0) return
        return { code: `${code}\n${waitingFor(areas)}`, map: null }
      },
    },
  }
}

/** When they cannot be had now, the component that says them asks again and tells of the failure. */
const waitingFor = (areas: Area[]): string =>
  [
    "import { phrasesOf as phrasesToCome } from '/src/lib/phrases-of.ts'",
    `await Promise.all(${JSON.stringify(areas)}.map(phrasesToCome)).catch(() => {})`,
  ].join(';')

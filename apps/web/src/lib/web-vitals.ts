import type { MetricType } from 'web-vitals'
import { whenIdle } from './when-idle.ts'

/** A measurement in the data layer, in the form that tag managers read. */
type WebVital = {
  event: 'web-vitals'
  name: MetricType['name']
  /** Milliseconds; for CLS a score without a unit. */
  value: number
  delta: number
  rating: MetricType['rating']
  /** The same for all values of one metric on one page view. */
  id: string
  navigationType: MetricType['navigationType']
  /** The page as a route without ids, such as `/chat/$chatId`. */
  page: string
}

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/**
 * Puts Core Web Vitals and their companions into `window.dataLayer` (LIFE-06). Sends nothing: that is left to a script that the
 * operator adds. Loads the library after everything else; the browser buffers earlier entries.
 */
export function reportWebVitals(pageName: () => string): void {
  const page = pageName()
  const push = ({ name, value, delta, rating, id, navigationType }: MetricType) => {
    const vital: WebVital = { event: 'web-vitals', name, value, delta, rating, id, navigationType, page }
    ;(window.dataLayer ??= []).push(vital)
  }
  const load = () =>
    whenIdle(() => {
      import('web-vitals').then(
        ({ onCLS, onFCP, onINP, onLCP, onTTFB }) => {
          for (const on of [onCLS, onFCP, onINP, onLCP, onTTFB]) on(push)
        },
        // Without the file, as after an update, there are no measurements; nothing else depends on them.
        () => undefined,
      )
    })
  if (document.readyState === 'complete') load()
  else window.addEventListener('load', load, { once: true })
}

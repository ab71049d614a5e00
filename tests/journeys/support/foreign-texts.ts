import type { Language } from '@atrium/contract'
import { loadCatalogue } from '@atrium/phrases'
import type { Page } from '@playwright/test'

/** As `row.showCosts` or `common:action.close`: a phrase that was not found shows its key. */
const key = /^(?:[a-z]+:)?[a-z][A-Za-z]*(?:\.[a-zA-Z]+)+$/
/** Host names of examples (RFC 2606) are the same in every language. */
const exampleHost = /(?:^|\.)example\.(?:com|org|net)$/

/**
 * Texts and names on the page that are not in its language: keys of phrases, and English phrases where the language has its
 * own. What people and models wrote is not looked at.
 */
export async function foreignTexts(page: Page, language: Language): Promise<string[]> {
  const own = new Set(await phrasesOf(language))
  const english = new Set((await phrasesOf('en')).filter((phrase) => !own.has(phrase)))
  const shown = await page.evaluate(() => {
    const texts: string[] = []
    const isSaid = (element: Element | null) => !element?.closest('article, script, style, bdi')
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    // User-defined names have their own direction.
    const isOurs = (element: Element | null) => isSaid(element) && !element?.closest('[dir=auto]')
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (isOurs(node.parentElement)) texts.push(node.textContent ?? '')
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const element of document.body.querySelectorAll(`[${name}]`))
        if (isSaid(element)) texts.push(element.getAttribute(name) ?? '')
    return texts.map((text) => text.trim()).filter(Boolean)
  })
  return shown.filter((text) => (key.test(text) && !exampleHost.test(text)) || english.has(text))
}

async function phrasesOf(language: Language): Promise<string[]> {
  const catalogue = await loadCatalogue(language)
  return Object.values(catalogue).flatMap((phrases) => Object.values(phrases))
}

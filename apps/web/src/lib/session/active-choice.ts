import type { StoredChoice } from '../stored.ts'

/**
 * Which of `ids` is active: the tab's own choice, else the browser's, else the preferred ones in order, else the first
 * (ACC-03, AUTH-11). Null when there is none.
 */
export function chooseActive<Id extends string>(
  ids: readonly Id[],
  chosen: { ofTab: string | null; ofBrowser: string | null },
  preferred: readonly (string | null)[] = [],
): Id | null {
  for (const wanted of [chosen.ofTab, chosen.ofBrowser, ...preferred]) {
    const found = ids.find((id) => id === wanted)
    if (found) return found
  }
  return ids[0] ?? null
}

export const readChoice = ({ ofTab, ofBrowser }: StoredChoice) => ({
  ofTab: ofTab.read(),
  ofBrowser: ofBrowser.read(),
})

/** Saves a choice for this tab and for later tabs. */
export function saveChoice({ ofTab, ofBrowser }: StoredChoice, id: string): void {
  ofTab.write(id)
  ofBrowser.write(id)
}

let isTaken = false

/** Marks the focus as taken until the next task: a menu that closes now leaves it where it is. */
export function takeFocus(): void {
  isTaken = true
  setTimeout(() => {
    isTaken = false
  })
}

/** Whether something else has just taken the focus, which a closing menu would return to its button. */
export const isFocusTaken = (): boolean => isTaken

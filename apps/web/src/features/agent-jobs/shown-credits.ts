/** Credits to the tenth, never zero. */
export const shownCredits = (credits: number): number => Math.max(0.1, Math.ceil(credits * 10) / 10)

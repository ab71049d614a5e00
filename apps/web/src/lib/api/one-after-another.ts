/** Calls that must arrive in order: each is sent when the previous one has ended, with a reply or an error. */
export function oneAfterAnother<Given, Reply>(send: (given: Given) => Promise<Reply>) {
  let last: Promise<unknown> = Promise.resolve()
  return (given: Given): Promise<Reply> => {
    const reply = last.catch(() => undefined).then(() => send(given))
    last = reply
    return reply
  }
}

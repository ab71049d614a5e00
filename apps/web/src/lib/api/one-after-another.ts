/** Calls of which the last must arrive last: each is sent when the one before has ended, with a reply or an error. */
export function oneAfterAnother<Given, Reply>(send: (given: Given) => Promise<Reply>) {
  let last: Promise<unknown> = Promise.resolve()
  return (given: Given): Promise<Reply> => {
    const reply = last.catch(() => undefined).then(() => send(given))
    last = reply
    return reply
  }
}

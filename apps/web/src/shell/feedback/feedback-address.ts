/** The feedback form with the user's name and address filled in (NAV-11). */
export function feedbackAddress(formUrl: string, person: { name: string; email: string }): string {
  const url = new URL(formUrl)
  url.searchParams.set('name', person.name)
  url.searchParams.set('email', person.email)
  return url.href
}

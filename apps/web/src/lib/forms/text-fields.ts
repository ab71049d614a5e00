type TextFields<Values extends Record<string, string>> = {
  values: Values
  setValues: (change: (before: Values) => Values) => void
  problems: Partial<Record<keyof Values, string | undefined>>
  forget: (name: keyof Values & string) => void
}

/** Returns the props that connect a text field to its form by its name: typing changes the value and forgets the problem. */
export const textFields =
  <Values extends Record<string, string>>({ values, setValues, problems, forget }: TextFields<Values>) =>
  <Name extends keyof Values & string>(name: Name) => ({
    name,
    value: values[name],
    problem: problems[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((before) => ({ ...before, [name]: value }))
      forget(name)
    },
  })

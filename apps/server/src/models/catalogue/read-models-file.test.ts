import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkoutDir, ConfigurationError } from '../../platform/config/configuration.ts'
import { Catalogue } from './catalogue.ts'
import { creditsPerTypicalQuestion, priceInCredits, typicalCostUsd } from './price.ts'
import { parseModelsFile, readModelsFile } from './read-models-file.ts'

const right = `baseModel: small
providers:
  - name: own
    displayName: Own
    protocol: openai-compatible
    key: \${OWN_KEY}
    baseUrl:
      - http://127.0.0.1:8000/v1
models:
  - id: small
    provider: own
    model: small-1
    displayName: Small
    description: A small model.
    category: Basic
    contextLimit: 32000
    maxOutputTokens: 8000
    speed: 5
    quality: 2
    price: { input: 1, cachedInput: 0.1, output: 5 }
`

const mistakesIn = (text: string): string => {
  try {
    parseModelsFile(text, 'models.yaml')
    return 'no mistake'
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message
    throw error
  }
}

test('MODEL-05 a valid file is read', () => expect(mistakesIn(right)).toBe('no mistake'))

describe('MODEL-05 a mistake is reported with its line', () => {
  test.each([
    [
      'protocol: openai-compatible',
      'protocol: openay',
      /^models\.yaml:5: providers\[0\]\.protocol should be one of openai, /,
    ],
    [
      'key: ${OWN_KEY}',
      'key: sk-1234567890',
      /^models\.yaml:6: providers\[0\]\.key should name an environment variable, .*never stands in this file\.$/,
    ],
    [
      'http://127.0.0.1:8000/v1',
      'ftp://127.0.0.1',
      /^models\.yaml:8: providers\[0\]\.baseUrl\[0\] should be a URL/,
    ],
    [
      'name: own',
      'name: Own Server',
      /^models\.yaml:3: providers\[0\]\.name should be a name of small letters/,
    ],
    [
      'provider: own',
      'provider: owm',
      /^models\.yaml:11: models\[0\]\.provider should be the name of a provider in this file; owm is none\.$/,
    ],
    [
      'models:',
      'embeddings: [{ provider: owm, model: small, dimensions: 512 }]\nmodels:',
      /^models\.yaml:9: embeddings\[0\]\.provider should be the name of a provider in this file; owm is none\.$/,
    ],
    [
      'models:',
      'scans: [{ provider: owm, model: small }]\nmodels:',
      /^models\.yaml:9: scans\[0\]\.provider should be the name of a provider in this file; owm is none\.$/,
    ],
    [
      'models:',
      'scans: [{ provider: own, model: small-1 }]\nmodels:',
      /^models\.yaml:9: scans\[0\]\.model should be one that reads pictures; small-1 does not\.$/,
    ],
    [
      'models:',
      '    sandbox: true\nscans: [{ provider: own, model: other }]\nmodels:',
      /^models\.yaml:10: scans\[0\]\.provider should be one that reads pictures; own makes its answers up\.$/,
    ],
    [
      'models:',
      'embeddings: [{ provider: own, model: small, dimensions: 12 }]\nmodels:',
      /^models\.yaml:9: embeddings\[0\]\.dimensions should be at least 64\.$/,
    ],
    [
      'category: Basic',
      'category: Simple',
      /^models\.yaml:15: models\[0\]\.category should be one of Basic, Advanced, Reasoning, Media Generation\.$/,
    ],
    [
      'contextLimit: 32000',
      'contextLimit: many',
      /^models\.yaml:16: models\[0\]\.contextLimit should be a whole number of tokens\.$/,
    ],
    [
      'maxOutputTokens: 8000',
      'maxOutputTokens: 80000',
      /^models\.yaml:17: models\[0\]\.maxOutputTokens should not be more than contextLimit\.$/,
    ],
    ['speed: 5', 'speed: 6', /^models\.yaml:18: models\[0\]\.speed should be from 1 to 5\.$/],
    ['    quality: 2\n', '', /^models\.yaml:10: models\[0\]\.quality is missing\.$/],
    ['output: 5 }', 'output: -5 }', /^models\.yaml:20: models\[0\]\.price\.output should not be negative\.$/],
    [
      'output: 5 }',
      'output: 5, tax: 2 }',
      /^models\.yaml:20: models\[0\]\.price\.tax is not a setting of this file\.$/,
    ],
    [
      '    speed: 5',
      '    fallbacks: [tiny]\n    speed: 5',
      /^models\.yaml:18: models\[0\]\.fallbacks\[0\] should be the id of another model in this file; tiny is none\.$/,
    ],
    [
      'baseModel: small',
      'baseModel: large',
      /^models\.yaml:1: baseModel should be the id of a model in this file; large is none\.$/,
    ],
    [
      'model: small-1',
      "model: 'small-*'",
      /^models\.yaml:12: models\[0\]\.model should have a \* exactly when the id has one\.$/,
    ],
    [
      'speed: 5',
      'speed: 5\n    effort: { deep: high }',
      /^models\.yaml:19: models\[0\]\.effort is only for a model with reasoning: true\.$/,
    ],
    [
      'speed: 5',
      'speed: 5\n    reasoning: maybe',
      /^models\.yaml:19: models\[0\]\.reasoning should be true or false\.$/,
    ],
    ['displayName: Small', 'displayName: [Small', /^models\.yaml:1[34]: is not YAML here: /],
    [
      'displayName: Small',
      'displayName: Small\n    displayName: Twice',
      /^models\.yaml:14: is not YAML here: Map keys must be unique\.$/,
    ],
  ])('%s → %s', (from, to, expected) => {
    expect(right).toContain(from)
    expect(mistakesIn(right.replace(from, to))).toMatch(expected)
  })

  test('all mistakes together, in line order', () => {
    const two = right
      .replace('speed: 5', 'speed: 9')
      .replace('protocol: openai-compatible', 'protocol: morse')
    expect(
      mistakesIn(two)
        .split('\n')
        .map((line) => line.split(': ')[0]),
    ).toEqual(['models.yaml:5', 'models.yaml:18'])
  })

  test('a model with a taken id', () => {
    const twice = right + right.slice(right.indexOf('  - id: small'))
    expect(mistakesIn(twice)).toBe('models.yaml:21: models[1].id is used twice: small.')
  })

  test('a missing file', () => {
    expect(() => readModelsFile('/nowhere/models.yaml')).toThrow(
      'The file of models /nowhere/models.yaml cannot be read',
    )
  })
})

describe('the shipped file', () => {
  const file = readModelsFile(path.join(checkoutDir, 'models.yaml'))

  test('CRED-01 a typical question on the base model costs one credit', () => {
    const base = file.models.find(({ id }) => id === file.baseModel)!
    const price = priceInCredits(base.price, typicalCostUsd(base.price))
    expect(creditsPerTypicalQuestion(price)).toBe(1)
    const twice = {
      input: base.price.input * 2,
      cachedInput: base.price.cachedInput * 2,
      output: base.price.output * 2,
    }
    expect(creditsPerTypicalQuestion(priceInCredits(twice, typicalCostUsd(base.price)))).toBe(2)
  })

  test('MODEL-05 has models of every vendor, in categories, and no key', () => {
    expect(new Set(file.models.map(({ provider }) => provider))).toEqual(
      new Set(file.providers.map(({ name }) => name)),
    )
    expect(readFileSync(path.join(checkoutDir, 'models.yaml'), 'utf8')).not.toMatch(/\b(sk-|AIza)[\w-]{10}/)
    expect(new Catalogue(file, [], []).models()).toEqual([])
  })
})

test('the file for benchmarks is valid, too', () => {
  expect(() => readModelsFile(path.join(checkoutDir, 'bench/streaming/models.yaml'))).not.toThrow()
})

const painter = `
  - id: painter
    provider: own
    model: painter-1
    displayName: Painter
    description: Draws.
    category: Media Generation
    contextLimit: 4000
    speed: 3
    quality: 3
    pictures:
      most: 4
      sizes:
        - { size: 1024x1024, price: 0.04 }
`

describe('ANS-04 a picture model', () => {
  test('has a price per picture, and no token price', () => {
    expect(mistakesIn(right + painter)).toBe('no mistake')
    const row = parseModelsFile(right + painter, 'models.yaml').models.at(-1)
    expect(row?.pictures).toMatchObject({ most: 4, sizes: [{ size: '1024x1024', price: 0.04 }] })
    expect(row?.pictures?.styles).toContain('watercolour')
  })

  test.each([
    ['most: 4', 'most: 40', /models\[1\]\.pictures\.most should be at most 10/],
    ['size: 1024x1024', 'size: large', /sizes\[0\]\.size should be pixels/],
    ['price: 0.04', 'price: -1', /sizes\[0\]\.price should not be negative/],
    ['Media Generation', 'Basic', /models\[1\]\.maxOutputTokens is missing/],
    [
      'contextLimit: 4000',
      'contextLimit: 4000\n    maxOutputTokens: 9',
      /maxOutputTokens should be there exactly when/,
    ],
    [
      'provider: own\n    model: painter-1',
      'provider: none\n    model: painter-1',
      /provider should be the name of a provider/,
    ],
  ])('%s may not be %s', (from, to, mistake) =>
    expect(mistakesIn(right + painter.replace(from, to))).toMatch(mistake),
  )

  test('needs a provider whose protocol makes pictures', () =>
    expect(mistakesIn((right + painter).replace('openai-compatible', 'anthropic'))).toMatch(
      /models\[1\]\.provider should be one that makes pictures; anthropic does not/,
    ))
})

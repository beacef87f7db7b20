import { language, words } from '../shared/page.ts'

interface Option {
  value: string
  label: string
}

/** ISO 3166-1 codes. Browsers know their names in every language, but don't have the list. */
const REGIONS =
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZ' +
  'DEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJP' +
  'KEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOM' +
  'PAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZ' +
  'UAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW'

/** Countries in the person's language, sorted, with the browser's country first. */
export function countries(): Option[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const all = REGIONS.match(/../g)!.map((value) => ({ value, label: names.of(value) ?? value }))
  all.sort((a, b) => a.label.localeCompare(b.label, language))
  const here = regionOf(navigator.language)
  const likely = all.find(({ value }) => value === here)
  return likely ? [likely, ...all.filter((one) => one !== likely)] : all
}

export function genders(): Option[] {
  const { female, male, diverse, notSaid } = words.subscribe
  return [
    { value: 'female', label: female },
    { value: 'male', label: male },
    { value: 'diverse', label: diverse },
    { value: 'undisclosed', label: notSaid },
  ]
}

/** Labels with numbers only, which need no translation. */
export const AGE_GROUPS: Option[] = ['0-12', '13-17', '18-24', '25-34', '35-44', '45-54', '55-64', '65+'].map(
  (value) => ({ value, label: value.replace('-', '–') }),
)

function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region
  } catch {
    return undefined
  }
}

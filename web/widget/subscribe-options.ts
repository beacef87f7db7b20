import { language, words } from '../shared/page.ts'

interface Option {
  value: string
  label: string
}

/** ISO 3166-1; browsers know the names of these in every language, but not the list. */
const REGIONS =
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZ' +
  'DEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJP' +
  'KEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOM' +
  'PAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZ' +
  'UAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW'

/** Countries in the person's language and its order; where the browser says it is, that one first. */
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

/** Numbers alone, so that they need no words. */
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

/** Returns the column of a property: `sub_genre` for `subGenre`. */
export function columnName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

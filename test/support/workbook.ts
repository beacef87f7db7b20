import { strToU8, zipSync } from 'fflate'

const XML = '<?xml version="1.0" encoding="UTF-8"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** A cell as text, or as a number in style 1 (a date), 2 (a time) or 3 (both). */
export type Cell = string | [number, 1 | 2 | 3]

/** A workbook of Excel (ECMA-376) with these sheets. */
export function workbook(sheets: Record<string, Cell[][]>): Buffer {
  const names = Object.keys(sheets)
  const files: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="r${i + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}">${names.map((_, i) => `<Relationship Id="r${i + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}<Relationship Id="s" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
  }
  names.forEach((name, i) => {
    const rows = sheets[name]!.map((cells, row) => {
      const xml = cells.map((cell, column) => {
        const at = `r="${String.fromCharCode(65 + column)}${row + 1}"`
        if (typeof cell !== 'string') return `<c ${at} s="${cell[1]}"><v>${cell[0]}</v></c>`
        return cell && `<c ${at} t="inlineStr"><is><t>${cell}</t></is></c>`
      })
      return `<row r="${row + 1}">${xml.join('')}</row>`
    })
    files[`xl/worksheets/sheet${i + 1}.xml`] =
      `<worksheet xmlns="${MAIN}"><sheetData>${rows.join('')}</sheetData></worksheet>`
  })
  const parts = Object.entries(files).map(([name, text]) => [name, strToU8(XML + text)] as const)
  return Buffer.from(zipSync(Object.fromEntries(parts)))
}

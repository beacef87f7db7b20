import { Button, Menu } from '@mantine/core'
import { IconDownload, IconPhoto, IconTable } from '@tabler/icons-react'
import { slugOf } from '../../../src/slug.ts'
import { words } from '../words/index.ts'
import { download } from './api.ts'
import { type ChartKey, chartPicture } from './chart-picture.ts'
import { day } from './format.ts'
import { saveTable, type TableFormat } from './save-table.ts'
import { say } from './say.tsx'
import { useMe } from './session.tsx'
import type { TableCell } from './table-cells.ts'
import { failed } from './toast.tsx'

interface SaveChartProps {
  title: string
  sentence: string
  legend: ChartKey[]
  columns: string[]
  rows: TableCell[][]
  /** Returns the element with the chart, once it is drawn. */
  showChart: () => Promise<HTMLElement>
}

const TABLES: [TableFormat, string][] = [
  ['csv', words.kit.asCsv],
  ['xlsx', words.kit.asXlsx],
]

/** Saves a chart as a picture, or the table behind it. */
export function SaveChart({ title, sentence, legend, columns, rows, showChart }: SaveChartProps) {
  const { publisher } = useMe()
  const today = new Date()
  const name = `${slugOf(title, 60)}-${today.toISOString().slice(0, 10)}`
  const savePicture = async () => {
    const figure = await showChart()
    const footer = say(words.kit.pictureFooter, {
      ...{ publisher: publisher.company, day: day(today.toISOString()) },
    })
    download(await chartPicture({ figure, title, sentence, legend, footer }), `${name}.png`)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          aria-label={say(words.kit.saveChart, { title })}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {words.kit.save}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPhoto size={16} aria-hidden />}
          onClick={() => void savePicture().catch(failed)}
        >
          {words.kit.asPicture}
        </Menu.Item>
        {TABLES.map(([format, title]) => (
          <Menu.Item
            key={format}
            leftSection={<IconTable size={16} aria-hidden />}
            onClick={() => void saveTable(columns, rows, name, format).catch(failed)}
          >
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

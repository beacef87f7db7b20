import { Button, FileButton, Text } from '@mantine/core'
import { IconFileCheck, IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { words } from '../words/index.ts'

const texts = words.imports

const ACCEPT = '.ics,.ical,.ifb,.icalendar,.xlsx,.csv,.tsv,.txt,text/calendar,text/csv'

/** Takes a file that is dropped or chosen with the button, which also works by keyboard. */
export function DropZone({
  chosen,
  onFile,
  error,
}: {
  /** The name of the chosen file. */
  chosen: string | undefined
  onFile: (file: File) => void
  error: string | undefined
}) {
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onFile(file)
  }
  const Icon = chosen ? IconFileCheck : IconFileUpload
  return (
    <div
      className="drop-zone"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon size={32} aria-hidden stroke={1.5} />
      <Text fw={chosen ? 600 : undefined} className="earlier-name" aria-live="polite">
        {chosen ?? texts.dropHere}
      </Text>
      <FileButton accept={ACCEPT} onChange={(file) => file && onFile(file)}>
        {(props) => (
          <Button {...props} variant="default">
            {chosen ? texts.chooseOther : words.kit.chooseFile}
          </Button>
        )}
      </FileButton>
      {error ? (
        <Text c="bad" size="sm" role="alert">
          {error}
        </Text>
      ) : (
        <Text c="dimmed" size="sm">
          {texts.fileKinds}
        </Text>
      )}
    </div>
  )
}

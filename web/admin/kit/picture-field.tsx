import './picture-field.css'
import { Button, FileButton, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { words } from '../words/index.ts'
import { ApiError, send } from './api.ts'
import { problemText } from './data.ts'
import { say } from './say.tsx'

/** The formats that the service takes: `src/http/admin/pictures.ts`. */
const ACCEPT = 'image/png,image/jpeg'
const MAX_BYTES = 5 * 2 ** 20

interface PictureFieldProps {
  label: string
  description: string
  readOnly: boolean
  error?: React.ReactNode
  /** The address of the picture; empty: none. */
  value?: string
  onChange?: (value: string) => void
  onBlur?: () => void
}

/** A picture: a file that is chosen or dropped, or the address of one that is in the web already. */
export function PictureField({
  label,
  description,
  readOnly,
  error,
  value = '',
  ...input
}: PictureFieldProps) {
  const { onChange = () => {} } = input
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const [over, setOver] = useState(false)
  const upload = async (file: File) => {
    setRefused('')
    if (file.size > MAX_BYTES) return setRefused(words.kit.fileTooLarge)
    if (/svg/i.test(file.type)) return setRefused(words.kit.noSvg)
    setBusy(true)
    try {
      const { data } = await send<{ data: { url: string } }>('POST', '/pictures', {
        file: await base64(file),
      })
      onChange(data.url)
    } catch (thrown) {
      setRefused(reasonOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) void upload(file)
  }
  const handlers = readOnly
    ? {}
    : {
        onDragOver: (event: DragEvent) => {
          event.preventDefault()
          setOver(true)
        },
        onDragLeave: () => setOver(false),
        onDrop: drop,
      }
  return (
    <div className="picture-field" data-over={over || undefined} {...handlers}>
      <Preview src={error ? '' : value} label={label} />
      <div className="picture-parts">
        <TextInput
          label={label}
          description={description}
          placeholder="https://"
          type="url"
          readOnly={readOnly}
          error={error}
          value={value}
          {...input}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {!readOnly && (
          <Group gap="xs" mt="xs">
            <FileButton accept={ACCEPT} onChange={(file) => file && void upload(file)}>
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  size="sm"
                  loading={busy}
                  leftSection={<IconUpload size={16} aria-hidden />}
                  aria-label={say(words.kit.chooseFileFor, { field: label })}
                >
                  {words.kit.chooseFile}
                </Button>
              )}
            </FileButton>
            {value && (
              <Button
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={say(words.kit.removeFrom, { field: label })}
                onClick={() => onChange('')}
              >
                {words.kit.remove}
              </Button>
            )}
            <Text size="sm" c="dimmed">
              {words.kit.dropHint}
            </Text>
          </Group>
        )}
        <Text size="sm" c="bad" role="alert" mt={refused ? 4 : 0}>
          {refused}
        </Text>
      </div>
    </div>
  )
}

/** Shows the picture once typing pauses. */
function Preview({ src, label }: { src: string; label: string }) {
  const [settled] = useDebouncedValue(src, 400)
  const [broken, setBroken] = useState('')
  return (
    <span className="picture-preview">
      {settled && broken !== settled ? (
        <img
          src={settled}
          alt={say(words.kit.previewOf, { field: label })}
          referrerPolicy="no-referrer"
          onError={() => setBroken(settled)}
        />
      ) : (
        <span>{settled ? words.kit.noImage : words.kit.noPicture}</span>
      )}
    </span>
  )
}

/** The service says in English which picture it takes. */
function reasonOf(error: unknown): string {
  return (error instanceof ApiError && error.fields.file) || problemText(error)
}

function base64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(new ApiError(0, words.kit.unreadableFile))
    reader.readAsDataURL(file)
  })
}

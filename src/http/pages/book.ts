/** The documentation, as `scripts/render-docs.ts` makes it from `docs/`. */
export interface Book {
  /** By the path below `/docs/`. */
  pages: Record<string, BookPage>
  /** Programs to copy from, by their path below `/docs/`. */
  files: Record<string, string>
  /** Pictures, by their path below `/docs/` and below the folder `docs` of the build. */
  pictures: string[]
  /** The chapters of the index. */
  contents: Chapter[]
}

export interface BookPage {
  title: string
  html: string
  headings: Heading[]
}

export interface Heading {
  /** Its anchor. */
  id: string
  text: string
  /** From 2. */
  depth: number
}

export interface Chapter {
  title: string
  pages: { path: string; title: string; headings: Heading[] }[]
}

/** The data of one page. */
export interface GuideData {
  path: string
  page: BookPage
  contents: Chapter[]
}
